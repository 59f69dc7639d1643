import { type Actor, type Suspension, suspended } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import { lock, sharedLockSql } from '../db/transaction.ts'
import { existing } from '../lists/visibility-queries.ts'
import { nameKey } from '../text/name-key.ts'
import { skeletonHash } from './chosen-name.ts'

export const findUser = (db: Db, name: string) => db.user.findUnique({ where: { nameKey: nameKey(name) } })

export const listUsers = (db: Db) =>
  db.user.findMany({
    orderBy: { nameKey: 'asc' },
    include: { suspension: true, _count: { select: { lists: true, tokens: true } } },
  })

/** Returns everything that is stored of a user, without the hashes of secrets; null if the user was deleted. */
export const findAccountData = (db: Db, userId: number, now: Date) =>
  db.user.findUnique({
    where: { id: userId },
    omit: { nameKey: true },
    include: {
      suspension: true,
      passkeys: true,
      identities: true,
      sessions: { omit: { hash: true } },
      tokens: { omit: { hash: true } },
      recoveryCodes: { omit: { hash: true } },
      deviceCodes: { omit: { hash: true, userCodeHash: true } },
      lists: { where: existing(now), include: { game: true, past: true }, orderBy: { id: 'asc' } },
    },
  })

export const insertUser = (db: Db, user: { name: string; verified: boolean; createdAt: Date; handle?: string }) =>
  db.user.create({
    data: { ...user, nameKey: nameKey(user.name), skeleton: { create: { hash: skeletonHash(user.name) } } },
  })

export async function lockUser(db: Db, id: number): Promise<void> {
  await db.$queryRaw`SELECT id FROM users WHERE id = ${id} FOR UPDATE`
}

export async function lockUserNamed(db: Db, name: string): Promise<{ id: number; name: string } | null> {
  const found = await findUser(db, name)
  if (found === null) return null
  await lockUser(db, found.id)
  return findUser(db, name)
}

/** Deletes a user who has no lists, along with their tokens, and reserves their name. */
export async function deleteUserRow(db: Db, { id, name }: { id: number; name: string }, now: Date): Promise<void> {
  await reserveName(db, name, now)
  await db.user.deleteMany({ where: { id } })
}

const BATCH = 1_000

/** Stores the skeletons of the names of users that have none yet, such as users of a backup. */
async function storeSkeletons(db: Db): Promise<void> {
  for (;;) {
    const users = await db.user.findMany({ where: { skeleton: null }, select: { id: true, name: true }, take: BATCH })
    const data = users.map(({ id, name }) => ({ userId: id, hash: skeletonHash(name) }))
    if (data.length > 0) await db.nameSkeleton.createMany({ data, skipDuplicates: true })
    if (users.length < BATCH) return
  }
}

/** Reports whether a name looks like that of a user, or of an account that was deleted lately. */
export async function isNameTaken(db: Db, name: string, now: Date): Promise<boolean> {
  await storeSkeletons(db)
  const hash = skeletonHash(name)
  if ((await db.nameSkeleton.findFirst({ where: { hash } })) !== null) return true
  return (await db.reservedName.findFirst({ where: { hash, freeAt: { gt: now } } })) !== null
}

/** Makes transactions that create accounts wait for each other, so that of two similar names only one is taken. */
export const lockNames = (transaction: Db) => lock(transaction, 'accountNames')

/** How long the name of a deleted user is reserved: as long as the slugs of their lists. In milliseconds. */
const RESERVED_MS = 90 * 24 * 3_600_000

/** Reserves the name of a user who is deleted. Otherwise a stranger could take over their reputation. */
async function reserveName(db: Db, name: string, now: Date): Promise<void> {
  const hash = skeletonHash(name)
  const freeAt = new Date(now.getTime() + RESERVED_MS)
  await db.reservedName.upsert({ where: { hash }, create: { hash, freeAt }, update: { freeAt } })
}

/*
 * Suspensions and writes at the same time. Approach: both take an advisory lock of the user until their transaction
 * ends, a write a shared one before its last check. Guarantee: once a suspension is stored, no write of the user is.
 * Tests: test/moderation/meanwhile.test.ts.
 */

/** A column of a query on rows with a `user_id` that keeps the user from being suspended before the transaction ends. */
export const HOLD_SUSPENSION = sharedLockSql('suspension', Prisma.sql`user_id::text`)

/** Waits for the running writes of a user, and makes new ones wait until the transaction ends. */
export const lockSuspension = (db: Db, userId: number) => lock(db, 'suspension', String(userId))

const isActive = (now: Date) => ({ OR: [{ until: null }, { until: { gt: now } }] })

/** Throws if a user is suspended (403). An earlier statement of the transaction must have used HOLD_SUSPENSION. */
export async function refuseSuspended(db: Db, userId: number, now: Date): Promise<void> {
  const suspension = await db.suspension.findFirst({ where: { userId, ...isActive(now) }, select: suspensionFields })
  if (suspension !== null) throw suspended(suspension)
}

const suspensionFields = { reason: true, until: true } satisfies Prisma.SuspensionSelect

export const actorFields = {
  select: {
    ...{ id: true, name: true, verified: true, moderator: true, createdAt: true },
    suspension: { select: suspensionFields },
  },
} satisfies Prisma.UserDefaultArgs

/** Returns the user that `actorFields` selected, and their suspension unless it has ended. */
export function actorIn(
  { suspension, ...user }: Actor['user'] & { suspension: Suspension | null },
  now: Date,
): Pick<Actor, 'user' | 'suspension'> {
  const isOver = suspension?.until != null && suspension.until <= now
  return { user, suspension: isOver ? null : suspension }
}

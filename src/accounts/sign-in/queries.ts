import type { Db } from '../../db/client.ts'
import type { Prisma } from '../../db/generated/client.ts'
import { unexpired } from '../../db/sql.ts'

type Hash = Uint8Array<ArrayBuffer>

/** Deletes a pending sign-in. Returns false if another request has already used it. */
export async function deletePending(db: Db, hash: Hash): Promise<boolean> {
  return (await db.pendingSignIn.deleteMany({ where: { hash } })).count === 1
}

export const insertPasskey = (db: Db, passkey: Prisma.PasskeyUncheckedCreateInput) =>
  db.passkey.create({ data: passkey })

/** Stores a use of a passkey. Returns false if the counter did not rise, as when one signature is sent twice. */
export async function usePasskey(db: Db, id: number, counter: bigint, now: Date): Promise<boolean> {
  const { count } = await db.passkey.updateMany({
    where: { id, ...(counter > 0n && { counter: { lt: counter } }) },
    data: { counter, lastUsedAt: now },
  })
  return count === 1
}

export const listPasskeys = (db: Db, userId: number) =>
  db.passkey.findMany({ where: { userId }, orderBy: { id: 'asc' } })

/** Returns the user handle of a user's passkeys; undefined if the user was deleted. */
export const findHandle = async (db: Db, userId: number): Promise<string | undefined> =>
  (await db.user.findUnique({ where: { id: userId }, select: { handle: true } }))?.handle

export const insertIdentity = (db: Db, identity: Omit<Prisma.IdentityUncheckedCreateInput, 'lastUsedAt'>) =>
  db.identity.create({ data: { ...identity, lastUsedAt: identity.createdAt } })

/** Replaces the recovery codes of a user. Sign-in links from the operator stay valid. */
export async function replaceCodes(db: Db, userId: number, hashes: readonly Hash[], createdAt: Date): Promise<void> {
  await db.recoveryCode.deleteMany({ where: { userId, expiresAt: null } })
  await db.recoveryCode.createMany({ data: hashes.map((hash) => ({ userId, hash, createdAt })) })
}

/** Deletes a code and returns its user; null if there is none. If two requests use one code at once, one succeeds. */
export async function redeemCode(db: Db, hash: Hash, now: Date): Promise<number | null> {
  const where = { hash, OR: unexpired(now) }
  const code = await db.recoveryCode.findFirst({ where, select: { userId: true } })
  const { count } = await db.recoveryCode.deleteMany({ where })
  return count === 1 && code !== null ? code.userId : null
}

/** Returns how each user signs in, by user id: the number of passkeys, and the issuers of connected providers. */
export async function countSignInMethods(db: Db): Promise<Map<number, { passkeys: number; issuers: string[] }>> {
  const [passkeys, identities] = await Promise.all([
    db.passkey.groupBy({ by: ['userId'], _count: true }),
    db.identity.findMany({ select: { userId: true, issuer: true }, orderBy: { id: 'asc' } }),
  ])
  const methods = new Map<number, { passkeys: number; issuers: string[] }>()
  const methodsOf = (userId: number) => {
    const known = methods.get(userId) ?? { passkeys: 0, issuers: [] }
    methods.set(userId, known)
    return known
  }
  for (const { userId, _count } of passkeys) methodsOf(userId).passkeys = _count
  for (const { userId, issuer } of identities) methodsOf(userId).issuers.push(issuer)
  return methods
}

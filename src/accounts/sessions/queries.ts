import type { Db } from '../../db/client.ts'
import type { Prisma } from '../../db/generated/client.ts'
import { actorFields, HOLD_SUSPENSION } from '../queries.ts'

/** Finds a session by its hash if it was used after `since`, with its user. */
export const findSession = (db: Db, hash: Uint8Array<ArrayBuffer>, since: Date) =>
  db.session.findFirst({
    where: { hash, lastUsedAt: { gt: since } },
    select: { id: true, lastUsedAt: true, user: actorFields },
  })

/**
 * Reports whether a session is valid. If so, it can't end and its user not be suspended before the transaction ends.
 */
export async function holdSession(
  db: Db,
  { userId, sessionId }: { userId: number; sessionId: number },
  since: Date,
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT id, ${HOLD_SUSPENSION} FROM sessions
    WHERE id = ${sessionId} AND user_id = ${userId} AND last_used_at > ${since} FOR SHARE`
  return rows.length > 0
}

export const isOwnSession = async (db: Db, userId: number, id: number): Promise<boolean> =>
  (await db.session.findFirst({ where: { id, userId }, select: { id: true } })) !== null

/** Stores the last use of a session. Skips a session that another request has locked. */
export const touchSession = (db: Db, id: number, now: Date) => db.$executeRaw`
  UPDATE sessions SET last_used_at = ${now}
  WHERE id = (SELECT id FROM sessions WHERE id = ${id} FOR UPDATE SKIP LOCKED)`

export const insertSession = (db: Db, session: Prisma.SessionUncheckedCreateInput) =>
  db.session.create({ data: session })

export const listSessions = (db: Db, userId: number, since: Date) =>
  db.session.findMany({
    where: { userId, lastUsedAt: { gt: since } },
    select: { id: true, browser: true, createdAt: true, lastUsedAt: true },
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
  })

export const deleteSession = (db: Db, where: { userId: number; id: number } | { hash: Uint8Array<ArrayBuffer> }) =>
  db.session.deleteMany({ where })

export const deleteOtherSessions = (db: Db, userId: number, id: number) =>
  db.session.deleteMany({ where: { userId, id: { not: id } } })

export const deleteOldSessions = (db: Db, since: Date) =>
  db.session.deleteMany({ where: { lastUsedAt: { lte: since } } })

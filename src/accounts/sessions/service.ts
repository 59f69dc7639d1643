import { ABILITIES, type Actor, activeSuspension, MODERATOR_ABILITIES, type Session } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { hashToken, newSecret } from '../../secrets.ts'
import type { AccountSettings } from '../settings.ts'
import { browserWords } from './browser-words.ts'
import {
  deleteOtherSessions,
  deleteSession,
  findSession,
  holdSession,
  insertSession,
  listSessions,
  touchSession,
} from './queries.ts'

/*
 * Sessions of people who are signed in on the website.
 *
 * Problem: a cookie must say who somebody is, a stolen database must not, and a session that was ended must be refused by all
 * servers at once, though a page of a signed-in reader may cost hardly more than that of anyone else.
 * Approach: the cookie is 256 random bits, of which the database has the SHA-256. Each page that depends on the reader looks the
 * session up; cached pages never do. The last use is written at most once an hour: each write makes cached responses stale.
 * Guarantee: each sign-in makes a new session; an ended one is refused at once, also by a write that has begun.
 * Tests: test/accounts/sessions.test.ts.
 */

/** What sessions need. */
export type SessionContext = Pick<Context, 'db' | 'clock'> & { accounts: Pick<AccountSettings, 'sessionDays'> }

const DAY_MS = 86_400_000

/** How long a use of a session is not written down after another one. */
const TOUCH_MS = 3_600_000

/** The moment at or before which the last use of a session was too long ago. */
const sinceWhen = ({ accounts, clock }: Omit<SessionContext, 'db'>) =>
  new Date(clock().getTime() - accounts.sessionDays * DAY_MS)

/** The browser that signs in: its User-Agent, and the secret of the session that it had. */
export interface Browser {
  userAgent: string | undefined
  oldSession: string | undefined
}

/**
 * Makes a session and returns the secret of its cookie, which nobody sees again. The session that the browser had ends: one that
 * somebody planted there is worth nothing.
 */
export async function signIn(
  { clock }: Pick<SessionContext, 'clock'>,
  db: Db,
  userId: number,
  { userAgent, oldSession }: Browser,
): Promise<string> {
  if (oldSession !== undefined) await endSessionOf(db, oldSession)
  const secret = newSecret()
  const now = clock()
  const browser = browserWords(userAgent)
  await insertSession(db, { userId, hash: hashToken(secret), browser, createdAt: now, lastUsedAt: now })
  return secret
}

/** The session whose cookie has this secret; null if it is unknown, too old, or was ended. */
export async function sessionOf(context: SessionContext, secret: string): Promise<Session | null> {
  const { db, clock } = context
  const hash = hashToken(secret)
  const row = await findSession(db.pool, hash, sinceWhen(context))
  if (row === null) return null
  const { id, lastUsedAt, user } = row
  const now = clock()
  const isRenewed = now.getTime() - lastUsedAt.getTime() >= TOUCH_MS
  if (isRenewed) await touchSession(db.writes, id, now)
  const abilities = user.moderator ? MODERATOR_ABILITIES : ABILITIES
  const actor: Actor = {
    user,
    suspension: activeSuspension(row.suspension, now),
    token: { label: null, abilities, expiresAt: null },
    holdToken: (transaction, now) => holdSession(transaction, hash, sinceWhen(context), now),
  }
  return { id, isRenewed, actor }
}

/** The sessions of a user, the last used one first. */
export const sessionsOf = (context: SessionContext, userId: number) =>
  listSessions(context.db, userId, sinceWhen(context))

/** Ends a session of a user, at once and on all servers. */
export const endSession = async ({ db }: SessionContext, userId: number, id: number): Promise<void> =>
  void (await deleteSession(db, { userId, id }))

/** Ends the session of a cookie, if there is one. */
export const endSessionOf = async (db: Db, secret: string): Promise<void> =>
  void (await deleteSession(db, { hash: hashToken(secret) }))

/** Ends all sessions of a user but one; returns how many. */
export const endOtherSessions = async ({ db }: SessionContext, userId: number, id: number): Promise<number> =>
  (await deleteOtherSessions(db, userId, id)).count

import { type Actor, abilitiesOf, type Session } from '../../actor.ts'
import type { Context, DataContext } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { isRowGone, isTransient } from '../../db/failures.ts'
import { transact } from '../../db/transaction.ts'
import { CatalogError, invalid, unauthenticated } from '../../errors.ts'
import { hashToken, newSecret } from '../../secrets.ts'
import { actorFields, actorIn, HOLD_SUSPENSION, refuseSuspended } from '../queries.ts'
import type { AccountSettings } from '../settings.ts'

/*
 * Sessions of people who are signed in on the website. Problem: a stolen database must not let anyone sign in, an ended
 * session must be refused by all servers at once, and cached pages must stay cheap. Approach: the cookie is 256 random
 * bits; the database stores their SHA-256. Pages that depend on the reader look up the session; cached pages never do.
 * The last use is written once an hour, because each write makes cached responses stale. Guarantee: each sign-in makes
 * a new session. An ended one is refused at once, even by a write that has begun. Tests:
 * test/website/sign-in/sessions.test.ts.
 */

export type SessionContext = DataContext & { accounts: Pick<AccountSettings, 'sessionDays'> }

const DAY_MS = 86_400_000

/** Minimum time between two writes of the last use of a session. */
const TOUCH_MS = 3_600_000

/** Returns the time after which a session must have been used to be valid. */
const sinceWhen = ({ accounts, clock }: Omit<SessionContext, 'db'>) =>
  new Date(clock().getTime() - accounts.sessionDays * DAY_MS)

/** The browser that signs in: its User-Agent, and the secret of its previous session. */
export interface Browser {
  userAgent: string | undefined
  oldSession: string | undefined
}

/** Makes a session, and returns the secret of its cookie. Ends the previous one, which may have been planted. */
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
  const data = { userId, hash: hashToken(secret), browser, createdAt: now, lastUsedAt: now }
  await db.session.create({ data }).catch((error: unknown) => {
    throw isRowGone(error) ? invalid({ '': ['This account has been deleted.'] }) : error
  })
  return secret
}

/** Returns the session whose cookie has this secret; null if it is unknown, too old or ended. */
export async function sessionOf(context: SessionContext, secret: string): Promise<Session | null> {
  const { db, clock } = context
  const now = clock()
  const row = await db.session.findFirst({
    where: { hash: hashToken(secret), lastUsedAt: { gt: sinceWhen(context) } },
    select: { id: true, lastUsedAt: true, user: actorFields },
  })
  if (row === null) return null
  const { id, lastUsedAt, user } = row
  const isRenewed = now.getTime() - lastUsedAt.getTime() >= TOUCH_MS
  if (isRenewed) await touchSession(db, id, now)
  const actor: Actor = {
    ...actorIn(user, now),
    token: { label: null, abilities: abilitiesOf(user), expiresAt: null },
    async holdToken(transaction, now) {
      const own = { userId: user.id, sessionId: id }
      if (!(await holdSession(transaction, own, sinceWhen(context)))) throw unauthenticated()
      await refuseSuspended(transaction, user.id, now)
    },
  }
  return { id, isRenewed, actor }
}

/** Stores the last use of a session. Skips a session that another request has locked. */
const touchSession = (db: Db, id: number, now: Date) => db.$executeRaw`
  UPDATE sessions SET last_used_at = ${now}
  WHERE id = (SELECT id FROM sessions WHERE id = ${id} FOR UPDATE SKIP LOCKED)`

/**
 * Reports whether a session is valid. If so, it can't end and its user not be suspended before the transaction ends.
 */
async function holdSession(db: Db, { userId, sessionId }: OwnSession, since: Date): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT id, ${HOLD_SUSPENSION} FROM sessions
    WHERE id = ${sessionId} AND user_id = ${userId} AND last_used_at > ${since} FOR SHARE`
  return rows.length > 0
}

/** The time after which a session must have been used, if the request has looked that up already. */
const ANY_TIME = new Date(0)

export interface OwnSession {
  userId: number
  sessionId: number
}

/**
 * Runs a change of an account in a transaction. Throws 401 if the session has ended meanwhile: its thief may have held
 * the request open. The session is locked last, because users are locked before their sessions.
 */
export function changeAccount<T>(
  { db }: Pick<Context, 'db'>,
  own: OwnSession,
  work: (transaction: Db) => Promise<T>,
): Promise<T> {
  const change = async (transaction: Db) => {
    const refused = (error: unknown) => {
      if (error instanceof CatalogError) return error // thrown only if the session has not ended
      throw error
    }
    const result = await work(transaction).catch(refused)
    if (!(await holdSession(transaction, own, ANY_TIME))) throw sessionEnded()
    if (result instanceof CatalogError) throw result
    return result
  }
  return transact({ db }, change, isTransient).catch((error: unknown) => {
    throw isRowGone(error) ? sessionEnded() : error // the user was deleted
  })
}

export const sessionEnded = () => new CatalogError('unauthenticated', 'This session has ended. Sign in again.')

export const sessionsOf = (context: SessionContext, userId: number) =>
  context.db.session.findMany({
    where: { userId, lastUsedAt: { gt: sinceWhen(context) } },
    select: { id: true, browser: true, createdAt: true, lastUsedAt: true },
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
  })

/**
 * Ends a session at once. Programs that were allowed but have no token yet get none: the session may have allowed them.
 */
export async function endSession({ db }: SessionContext, userId: number, id: number): Promise<void> {
  await db.session.deleteMany({ where: { userId, id } })
  await db.deviceCode.deleteMany({ where: { userId } })
}

/** Ends the session of a cookie, if there is one. */
export const endSessionOf = async (db: Db, secret: string): Promise<void> =>
  void (await db.session.deleteMany({ where: { hash: hashToken(secret) } }))

/** Ends all sessions of a user except one, like endSession. */
export async function endOtherSessions({ db }: SessionContext, userId: number, id: number): Promise<void> {
  await db.session.deleteMany({ where: { userId, id: { not: id } } })
  await db.deviceCode.deleteMany({ where: { userId } })
}

/** Browsers by a pattern of their User-Agent. The first match counts, because most headers name others too. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (names: typeof BROWSERS, agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1]

/** Returns the browser and the system of a User-Agent header in words, such as "Firefox on Linux". */
export function browserWords(agent = ''): string {
  const browser = nameIn(BROWSERS, agent) ?? 'A browser'
  const system = nameIn(SYSTEMS, agent)
  return system === undefined ? browser : `${browser} on ${system}`
}

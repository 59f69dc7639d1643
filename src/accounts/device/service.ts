import { ABILITIES, type Ability } from '../../actor.ts'
import type { Context, DataContext } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import type { DeviceCode } from '../../db/generated/client.ts'
import { transact } from '../../db/transaction.ts'
import { hashToken, newSecret, newUserCode, normalizedUserCode } from '../../secrets.ts'
import { changeAccount, type OwnSession } from '../sessions/service.ts'
import { storeNewToken } from '../tokens/service.ts'

/*
 * Tokens for programs by a short code (RFC 8628). Approach: the program shows a short code, and polls with a long one.
 * The user types the short code on the website, sees which program asks for what, and presses Allow. The next poll
 * deletes the row and returns an API token. Guarantee: a code expires after ten minutes and yields at most one token,
 * and none without Allow. Only hashes of both codes are stored. Tests: test/accounts/device.test.ts, with
 * openid-client; test/commands/remote/login/login.slow.test.ts.
 */

const LIFETIME_SECONDS = 600
const INTERVAL_SECONDS = 5
const TOKEN_SECONDS = 90 * 86_400

const inSeconds = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** Checks the name of a program, which is shown to its user and becomes the label of its token. */
function requireClientId(clientId: string): string {
  if (/^[\x20-\x7e]{1,64}$/.test(clientId) && clientId.trim() !== '') return clientId
  throw new OAuthError('invalid_request', 'client_id must have 1 to 64 printable ASCII characters.')
}

function parseScope(scope: string): Ability[] {
  const wanted = scope.split(' ').filter((name) => name !== '')
  if (wanted.length === 0) return [...ABILITIES]
  const unknown = wanted.some((name) => !ABILITIES.some((ability) => ability === name))
  if (unknown) throw new OAuthError('invalid_scope', `scope may have ${ABILITIES.join(', ')}, separated by spaces.`)
  return ABILITIES.filter((ability) => wanted.includes(ability))
}

/** Starts a grant. Returns both codes in the response of RFC 8628 (3.2). */
export async function beginDevice(
  { db, clock, urls }: DataContext & Pick<Context, 'urls'>,
  input: { clientId: string; scope: string },
) {
  const clientId = requireClientId(input.clientId)
  const abilities = parseScope(input.scope)
  const createdAt = clock()
  const deviceCode = newSecret()
  // Retried with another user code if this one is in use.
  const userCode = await transact({ db }, async (transaction) => {
    const code = newUserCode()
    await transaction.deviceCode.create({
      data: {
        hash: hashToken(deviceCode),
        userCodeHash: userCodeHash(code),
        clientId,
        abilities,
        createdAt,
        expiresAt: inSeconds(createdAt, LIFETIME_SECONDS),
        nextPollAt: createdAt,
        intervalSeconds: INTERVAL_SECONDS,
      },
    })
    return code
  })
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: `${urls.website}/device`,
    verification_uri_complete: `${urls.website}/device?user_code=${userCode}`,
    expires_in: LIFETIME_SECONDS,
    interval: INTERVAL_SECONDS,
  }
}

const userCodeHash = (text: string) => hashToken(`user code ${normalizedUserCode(text)}`)

/** Answers a poll with the token if the user allowed it; otherwise throws an OAuthError. */
export async function pollDevice({ db, clock }: DataContext, input: { clientId: string; deviceCode: string }) {
  const clientId = requireClientId(input.clientId)
  const hash = hashToken(input.deviceCode)
  const now = clock()
  const row = await db.deviceCode.findUnique({ where: { hash } })
  if (row === null || row.clientId !== clientId) throw unknownCode()
  if (row.expiresAt <= now) throw new OAuthError('expired_token', 'The code has expired. Start again.')
  if (row.denied) {
    await db.deviceCode.deleteMany({ where: { hash } })
    throw new OAuthError('access_denied', 'The user denied the request.')
  }
  if (row.userId === null) throw await waitLonger(db, row, now)
  return transact({ db }, async (transaction) => {
    const allowed = await redeemAllowed(transaction, hash)
    if (allowed === null) throw unknownCode()
    const { userId, clientId: label, abilities } = allowed
    const token = await storeNewToken(transaction, { userId, label, abilities, lifetime: TOKEN_SECONDS * 1000, now })
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      scope: abilities.join(' '),
    }
  })
}

/** Deletes an allowed code and returns what was allowed; null if another request has already used the code. */
async function redeemAllowed(db: Db, hash: Uint8Array<ArrayBuffer>) {
  const code = await db.deviceCode.findUnique({ where: { hash } })
  if (code === null || code.userId === null) return null
  const { userId, clientId, abilities } = code
  const { count } = await db.deviceCode.deleteMany({ where: { hash, userId } })
  return count === 1 ? { userId, clientId, abilities } : null
}

/** Polls this much earlier than the interval are not too early. */
const TOLERANCE_SECONDS = 2

const MAX_EARLY = 3

/**
 * Stores a poll before the user has answered, and returns the error for it. An early poll does not postpone the next
 * one, and a poll that is sent twice gets the same answer.
 */
async function waitLonger(db: Db, row: DeviceCode, now: Date): Promise<OAuthError> {
  const { hash, intervalSeconds, nextPollAt, lastPollAt } = row
  const pollInTime = inSeconds(nextPollAt, -intervalSeconds)
  if (lastPollAt !== null && now < inSeconds(lastPollAt, TOLERANCE_SECONDS))
    return lastPollAt.getTime() === pollInTime.getTime() ? pending() : slowDown(intervalSeconds)
  if (now >= inSeconds(nextPollAt, -TOLERANCE_SECONDS)) {
    const nextPollAt = inSeconds(now, intervalSeconds)
    await db.deviceCode.updateMany({ where: { hash }, data: { lastPollAt: now, nextPollAt } })
    return pending()
  }
  const grows = row.earlyPolls + 1 >= MAX_EARLY
  const interval = grows ? intervalSeconds + INTERVAL_SECONDS : intervalSeconds
  const next = { nextPollAt: inSeconds(pollInTime, interval), intervalSeconds: interval }
  const data = { lastPollAt: now, ...next, earlyPolls: grows ? 0 : row.earlyPolls + 1 }
  await db.deviceCode.updateMany({ where: { hash }, data })
  return slowDown(interval)
}

const pending = () => new OAuthError('authorization_pending', 'The user has not answered yet.')

const slowDown = (seconds: number) => new OAuthError('slow_down', `Poll every ${seconds} seconds.`)

const unknownCode = () => new OAuthError('invalid_grant', 'The device code is unknown or was already used.')

const waiting = (userCode: string, now: Date) => ({
  userCodeHash: userCodeHash(userCode),
  expiresAt: { gt: now },
  userId: null,
  denied: false,
})

export const waitingProgram = ({ db, clock }: DataContext, userCode: string) =>
  db.deviceCode.findFirst({
    where: waiting(userCode, clock()),
    select: { clientId: true, abilities: true, createdAt: true },
  })

export type WaitingProgram = NonNullable<Awaited<ReturnType<typeof waitingProgram>>>

/** Answers the program that waits with this user code. Returns false if it no longer waits. */
export const answerProgram = (
  context: DataContext,
  userCode: string,
  session: OwnSession,
  isAllowed: boolean,
): Promise<boolean> =>
  changeAccount(context, session, async (transaction) => {
    const data = isAllowed ? { userId: session.userId } : { denied: true }
    const where = waiting(userCode, context.clock())
    return (await transaction.deviceCode.updateMany({ where, data })).count === 1
  })

type OAuthCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'

export class OAuthError extends Error {
  readonly code: OAuthCode

  constructor(code: OAuthCode, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.code = code
  }
}

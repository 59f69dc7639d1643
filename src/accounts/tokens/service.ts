import { type Ability, type Actor, abilitiesOf, requireUnsuspended, type Session } from '../../actor.ts'
import type { DataContext } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { CatalogError, type FieldErrors, invalid, unauthenticated } from '../../errors.ts'
import { hashToken, newToken } from '../../secrets.ts'
import { isPrintable } from '../../text/harmless.ts'
import { actorIn, refuseSuspended } from '../queries.ts'
import { requireUser } from '../service.ts'
import { changeAccount } from '../sessions/service.ts'
import { findToken, holdToken, setRevoked, touchToken } from './queries.ts'

const DAY_MS = 86_400_000

/** Lifetimes to choose from for a token, in days; null means that it never expires. */
const TOKEN_LIFETIMES = { '30d': 30, '90d': 90, '1y': 365, forever: null } as const

export type TokenLifetime = keyof typeof TOKEN_LIFETIMES

interface TokenWish {
  label: string
  abilities: readonly string[]
  lifetime: string
}

/** Makes a token for the user of a session and returns its text. Only its hash is stored. A suspended user gets none. */
export async function makeOwnToken(
  context: DataContext,
  { id: sessionId, actor }: Session,
  wish: TokenWish,
): Promise<string> {
  requireUnsuspended(actor)
  const label = wish.label.trim()
  const known = abilitiesOf(actor.user)
  const errors: FieldErrors = {}
  if (label.length < 1 || label.length > 100 || !isPrintable(label)) {
    errors.label = ['Enter 1 to 100 characters that say what the token is for.']
  }
  if (wish.abilities.length === 0 || !wish.abilities.every((ability) => known.some((name) => name === ability))) {
    errors.abilities = ['Choose at least one thing that the token allows.']
  }
  if (!Object.hasOwn(TOKEN_LIFETIMES, wish.lifetime)) errors.lifetime = ['Choose how long the token is valid.']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const abilities = known.filter((ability) => wish.abilities.includes(ability))
  const days = TOKEN_LIFETIMES[wish.lifetime as TokenLifetime]
  const lifetime = days === null ? null : days * DAY_MS
  const userId = actor.user.id
  return changeAccount(context, { userId, sessionId }, (transaction) =>
    storeNewToken(transaction, { userId, label, abilities, lifetime, now: context.clock() }),
  )
}

/** Stores a new token of a user and returns its text. `lifetime` is in milliseconds; null means unlimited. */
export async function storeNewToken(
  db: Db,
  token: { userId: number; label: string | null; abilities: readonly string[]; lifetime: number | null; now: Date },
): Promise<string> {
  const { userId, label, abilities, lifetime, now: createdAt } = token
  const text = newToken()
  const expiresAt = lifetime === null ? null : new Date(createdAt.getTime() + lifetime)
  const data = { userId, label, hash: hashToken(text), abilities: [...abilities], createdAt, expiresAt }
  await db.apiToken.create({ data })
  return text
}

/** Revokes a token of a user by its id, at once and on all servers. Does nothing if it is already revoked. */
export async function revokeOwnToken({ db, clock }: DataContext, userId: number, id: number): Promise<void> {
  await setRevoked(db, { id, userId }, clock())
}

export async function revokeTokenText({ db, clock }: DataContext, text: string): Promise<void> {
  await setRevoked(db, { hash: hashToken(text) }, clock())
}

/** Creates a token for a user by name, and returns its text. `lifetime` is in milliseconds; null means unlimited. */
export async function issueToken(
  context: DataContext,
  input: { user: string; abilities: readonly Ability[]; label: string | null; lifetime: number | null },
): Promise<string> {
  const user = await requireUser(context, input.user)
  if (input.abilities.includes('moderate') && !user.moderator)
    throw invalid({
      abilities: [`${user.name} is not a moderator: only tokens of moderators may have the ability moderate.`],
    })
  const { label, abilities, lifetime } = input
  return storeNewToken(context.db, { userId: user.id, label, abilities, lifetime, now: context.clock() })
}

export async function tokensOf(context: DataContext, name: string) {
  const { id: userId } = await requireUser(context, name)
  return context.db.apiToken.findMany({ where: { userId }, orderBy: { id: 'asc' } })
}

/** Revokes a token by its id. This takes effect at once and cannot be undone. */
export async function revokeToken({ db, clock }: DataContext, id: number): Promise<void> {
  if (!(await setRevoked(db, { id }, clock())))
    throw new CatalogError('not_found', `Token ${id} does not exist or is already revoked.`)
}

export async function actorOf({ db, clock }: DataContext, secret: string): Promise<Actor | null> {
  const hash = hashToken(secret)
  const now = clock()
  const token = await findToken(db, hash, now)
  if (token === null) return null
  const today = now.toISOString().slice(0, 10)
  if (token.lastUsedOn?.toISOString().slice(0, 10) !== today) await touchToken(db, token.id, now)
  const { user, label, abilities, expiresAt } = token
  return {
    ...actorIn(user, now),
    token: { label, abilities, expiresAt },
    async holdToken(transaction, now) {
      if (!(await holdToken(transaction, hash, now))) throw unauthenticated()
      await refuseSuspended(transaction, user.id, now)
    },
  }
}

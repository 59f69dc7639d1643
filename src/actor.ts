import type { Db } from './db/client.ts'
import { CatalogError } from './errors.ts'

/** The abilities that a token can have. `read` allows access to what only the user may see: their private lists. */
export const ABILITIES = ['create', 'read', 'update', 'delete'] as const

/** The abilities that the token of a moderator can have. */
export const MODERATOR_ABILITIES = [...ABILITIES, 'moderate'] as const

export type Ability = (typeof MODERATOR_ABILITIES)[number]

export const abilitiesOf = ({ moderator }: { moderator: boolean }): readonly Ability[] =>
  moderator ? MODERATOR_ABILITIES : ABILITIES

/** A suspended user may read, but not write. */
export interface Suspension {
  reason: string
  until: Date | null
}

/** The user of a valid token. Anonymous requests have no actor. */
export interface Actor {
  user: { id: number; name: string; verified: boolean; createdAt: Date; moderator: boolean }
  suspension: Suspension | null
  token: { label: string | null; abilities: readonly string[]; expiresAt: Date | null }
  /**
   * Throws 401 or 403 if the token is not valid or the user suspended. Otherwise this stays so until the transaction
   * ends.
   */
  holdToken(transaction: Db, now: Date): Promise<void>
}

/** A browser in which a user is signed in. */
export interface Session {
  id: number
  actor: Actor
  /** Whether the time of its last use has just been stored. Its cookie is then set again. */
  isRenewed: boolean
}

/** The sender of a request with an owner key, who may change one anonymous list and do nothing else. */
export interface ListOwner {
  /** The id is null if the list was deleted or has expired. */
  list: { id: number | null; slug: string }
  keyHash: Uint8Array
}

export type Sender = Actor | ListOwner

export const hasAbility = (actor: Actor, ability: Ability): boolean => actor.token.abilities.includes(ability)

/** Throws if the token lacks the ability, the user is no longer a moderator, or a suspended user writes (403). */
export function requireAbility(actor: Actor, ability: Ability): void {
  if (!hasAbility(actor, ability)) throw lacking(ability)
  if (ability === 'moderate' && !actor.user.moderator) throw notModerator()
  if (ability !== 'read') requireUnsuspended(actor)
}

export function requireUnsuspended({ suspension }: Pick<Actor, 'suspension'>): void {
  if (suspension !== null) throw suspended(suspension)
}

const lacking = (ability: Ability) =>
  new CatalogError('forbidden', `Forbidden: invalid ability, the API token lacks permission to ${ability}.`)

/** Returns the error for a user who is no longer a moderator, though they were one when the token was created. */
export const notModerator = () => new CatalogError('forbidden', 'Forbidden: you are not a moderator.')

export const suspended = ({ reason, until }: Suspension) => {
  const end = until === null ? '' : ` until ${until.toISOString().slice(0, 10)}`
  return new CatalogError('forbidden', `Forbidden: your account is suspended${end}: ${reason}`)
}

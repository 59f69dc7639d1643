import type { Statements } from './db/statements.ts'
import { CatalogError } from './errors.ts'

/** The abilities that a token can have. `read` allows access to what only the user may see: their private lists. */
export const ABILITIES = ['create', 'read', 'update', 'delete'] as const

export type Ability = (typeof ABILITIES)[number]

/** The user of a valid token. Anonymous requests have no actor. */
export interface Actor {
  user: { id: number; name: string; verified: boolean; createdAt: Date }
  token: { label: string | null; abilities: readonly string[]; expiresAt: Date | null }
  /** Reports whether the token is still valid at `now`. If so, it can't be revoked until the transaction ends. */
  holdToken(transaction: Statements, now: Date): Promise<boolean>
}

/** The sender of a request with an owner key, who may change one anonymous list and do nothing else. */
export interface ListOwner {
  list: { id: number; slug: string }
  /** SHA-256 of the key. */
  keyHash: Uint8Array
}

/** The sender of a request: a user with a token, or the owner of an anonymous list with its key. */
export type Sender = Actor | ListOwner

export const hasAbility = (actor: Actor, ability: Ability): boolean => actor.token.abilities.includes(ability)

/** Refuses an actor whose token lacks the ability. */
export function requireAbility(actor: Actor, ability: Ability): void {
  if (hasAbility(actor, ability)) return
  throw new CatalogError('forbidden', `Forbidden: invalid ability, the API token lacks permission to ${ability}.`)
}

import type { Statements } from './db/client.ts'
import { CatalogError } from './errors.ts'

/** What a token may allow its holder to do. `read` is for what only its user sees: their private lists. */
export const ABILITIES = ['create', 'read', 'update', 'delete'] as const

export type Ability = (typeof ABILITIES)[number]

/** The user of a valid token. Anonymous requests have none. */
export interface Actor {
  user: { id: number; name: string; verified: boolean; createdAt: Date }
  token: { label: string | null; abilities: readonly string[]; expiresAt: Date | null }
  /** Returns whether the token is still valid at `now`. Until the transaction ends, the token can't be revoked. */
  holdToken(transaction: Statements, now: Date): Promise<boolean>
}

/** Who sends a request with the key of an anonymous list: its owner, who may change that list and do nothing else. */
export interface ListOwner {
  list: { id: number; slug: string }
  /** SHA-256 of the key. */
  keyHash: Uint8Array
}

/** Who sends a request: a user by a token, or the owner of an anonymous list by its key. */
export type Sender = Actor | ListOwner

export const hasAbility = (actor: Actor, ability: Ability): boolean => actor.token.abilities.includes(ability)

/** Refuses an actor whose token lacks the ability. */
export function requireAbility(actor: Actor, ability: Ability): void {
  if (hasAbility(actor, ability)) return
  throw new CatalogError('forbidden', `Forbidden: invalid ability, the API token lacks permission to ${ability}.`)
}

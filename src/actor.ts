import { CatalogError } from './errors.ts'

/** What a token may allow its holder to do. `read` is for what only its user sees: their private lists. */
export const ABILITIES = ['create', 'read', 'update', 'delete'] as const

export type Ability = (typeof ABILITIES)[number]

/** Who sends a request: the user of a valid token. Anonymous requests have none. */
export interface Actor {
  user: { id: number; name: string; verified: boolean; createdAt: Date }
  token: { label: string | null; abilities: readonly string[]; expiresAt: Date | null }
}

export const hasAbility = (actor: Actor, ability: Ability): boolean => actor.token.abilities.includes(ability)

/** Refuses an actor whose token lacks the ability. */
export function requireAbility(actor: Actor, ability: Ability): void {
  if (hasAbility(actor, ability)) return
  throw new CatalogError('forbidden', `Forbidden: invalid ability, the API token lacks permission to ${ability}.`)
}

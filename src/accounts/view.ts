import type { Actor } from '../actor.ts'
import { timestamp } from '../text/timestamp.ts'
import type { CurrentUser } from './schemas.ts'

export function currentUser({ user, token }: Actor): CurrentUser {
  const { label, abilities, expiresAt } = token
  return {
    name: user.name,
    verified: user.verified,
    created: timestamp(user.createdAt),
    token: { name: label, abilities: [...abilities], expires: expiresAt && timestamp(expiresAt) },
  }
}

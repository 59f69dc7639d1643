import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { unauthenticated } from '../../errors.ts'
import { hashToken } from '../../secrets.ts'
import { actorIn, refuseSuspended } from '../suspension-queries.ts'
import { findToken, holdToken, touchToken } from './queries.ts'

/** Returns the actor with this token; null if the token is unknown, expired or revoked. */
export async function actorOf({ db, clock }: Pick<Context, 'db' | 'clock'>, secret: string): Promise<Actor | null> {
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

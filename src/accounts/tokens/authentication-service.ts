import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { unauthenticated } from '../../errors.ts'
import { hashToken } from '../../secrets.ts'
import { refuseSuspended, suspensionIn } from '../suspension-queries.ts'
import { findToken, holdToken, touchToken } from './queries.ts'

/** Returns the actor with this token; null if the token is unknown, expired or revoked. */
export async function actorOf({ db, clock }: Pick<Context, 'db' | 'clock'>, token: string): Promise<Actor | null> {
  const hash = hashToken(token)
  const now = clock()
  const row = await findToken(db.pool, hash, now)
  if (row === undefined) return null
  if (!row.isUsedToday) await touchToken(db, row.id, now)
  return {
    user: row.user,
    suspension: suspensionIn(row),
    token: row,
    async holdToken(transaction, now) {
      if (!(await holdToken(transaction, hash, now))) throw unauthenticated()
      await refuseSuspended(transaction, row.user.id, now)
    },
  }
}

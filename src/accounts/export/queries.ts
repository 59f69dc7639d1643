import type { Db } from '../../db/client.ts'
import { existing } from '../../lists/visibility-queries.ts'

/** Returns everything that is stored of a user, without the hashes of secrets; null if the user was deleted. */
export const findAccountData = (db: Db, userId: number, now: Date) =>
  db.user.findUnique({
    where: { id: userId },
    omit: { nameKey: true },
    include: {
      suspension: true,
      passkeys: true,
      identities: true,
      sessions: { omit: { hash: true } },
      tokens: { omit: { hash: true } },
      recoveryCodes: { omit: { hash: true } },
      deviceCodes: { omit: { hash: true, userCodeHash: true } },
      lists: { where: existing(now), include: { game: true, past: true }, orderBy: { id: 'asc' } },
    },
  })

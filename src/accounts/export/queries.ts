import type { Db } from '../../db/client.ts'
import { existing } from '../../lists/visibility-queries.ts'

/** Everything that is stored of a user, without the hashes of secrets. */
export const findAccountData = (db: Db, userId: number, now: Date) =>
  db.user.findUniqueOrThrow({
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

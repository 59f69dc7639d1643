import type { Db } from '../../db/client.ts'
import type { Prisma } from '../../db/generated/client.ts'

type Bytes = Uint8Array<ArrayBuffer>

export const insertPasskey = (db: Db, passkey: Prisma.PasskeyUncheckedCreateInput) =>
  db.passkey.create({ data: passkey })

export const findPasskey = (db: Db, credentialId: Bytes) => db.passkey.findUnique({ where: { credentialId } })

/** Stores a use of a passkey. Returns false if the counter did not rise, as when one signature is sent twice. */
export async function usePasskey(db: Db, id: number, counter: bigint, now: Date): Promise<boolean> {
  const { count } = await db.passkey.updateMany({
    where: { id, ...(counter > 0n && { counter: { lt: counter } }) },
    data: { counter, lastUsedAt: now },
  })
  return count === 1
}

export const listPasskeys = (db: Db, userId: number) =>
  db.passkey.findMany({ where: { userId }, orderBy: { id: 'asc' } })

export const renamePasskey = (db: Db, userId: number, id: number, name: string) =>
  db.passkey.updateMany({ where: { userId, id }, data: { name } })

export const deletePasskey = (db: Db, userId: number, id: number) => db.passkey.deleteMany({ where: { userId, id } })

/** Returns the user handle of a user's passkeys; undefined if the user was deleted. */
export const findHandle = async (db: Db, userId: number): Promise<string | undefined> =>
  (await db.user.findUnique({ where: { id: userId }, select: { handle: true } }))?.handle

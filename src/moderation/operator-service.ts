import { lockUserNamed } from '../accounts/queries.ts'
import type { DataContext } from '../context.ts'
import { type Transaction, transact } from '../db/transaction.ts'
import { CatalogError, notFound } from '../errors.ts'
import { contentHash } from '../lists/writing/uploaded-files.ts'
import { insertEntry, insertSuspension, lockBlocks, type NewEntry } from './actions/queries.ts'

// Actions of an operator on a user, each in one transaction with its log entry.

/** Prevents a user from writing until `until`; without an end if it is null. The user can still sign in and read. */
export const suspendUser = (context: DataContext, name: string, reason: string, until: Date | null) =>
  withUser(context, name, async (transaction, userId, now) => {
    await insertSuspension(transaction, { userId, reason, until, now })
    return { action: 'suspend', reason, suspended: true, until }
  })

export const endSuspension = (context: DataContext, name: string, reason: string) =>
  withUser(context, name, async (transaction, userId) => {
    const { count } = await transaction.suspension.deleteMany({ where: { userId } })
    if (count === 0) throw unchanged(`User ${name} is not suspended.`)
    return { action: 'end suspension', reason }
  })

export const changeModerator = (context: DataContext, name: string, moderator: boolean) =>
  withUser(context, name, async (transaction, userId) => {
    const is = moderator ? 'is a moderator already' : 'is not a moderator'
    const where = { id: userId, moderator: !moderator }
    const { count } = await transaction.user.updateMany({ where, data: { moderator } })
    if (count === 0) throw unchanged(`User ${name} ${is}.`)
    return { action: moderator ? 'make moderator' : 'end moderator', reason: 'By the operator.' }
  })

/** Locks a user, runs `work`, and logs the entry that it returns. Returns the user's name. */
function withUser(
  context: DataContext,
  name: string,
  work: (transaction: Transaction, userId: number, now: Date) => Promise<Omit<NewEntry, 'moderator' | 'userId'>>,
): Promise<string> {
  return transact(context, async (transaction) => {
    const user = await lockUserNamed(transaction, name)
    if (user === null) throw notFound(`User ${name}`)
    const now = context.clock()
    const entry = await work(transaction, user.id, now)
    await insertEntry(transaction, { ...entry, moderator: null, userId: user.id }, now)
    return user.name
  })
}

const unchanged = (message: string) => new CatalogError('conflict', message)

/** Blocks a content, so that no list can have it under any file name. Returns its hash in hexadecimal. */
export function blockFile(
  context: DataContext,
  file: { name: string; content: Uint8Array },
  reason: string,
): Promise<string> {
  if (file.content.length === 0) {
    throw new CatalogError('invalid', `${file.name} is empty: blocking it would block every empty file.`)
  }
  const hash = contentHash([file.content])
  return transact(context, async (transaction) => {
    await lockBlocks(transaction)
    const now = context.clock()
    const data = { hash, bytes: file.content.length, name: file.name, reason, createdAt: now }
    const { count } = await transaction.blockedFile.createMany({ data, skipDuplicates: true })
    if (count === 0) throw new CatalogError('conflict', `${file.name} is blocked already.`)
    const entry = { action: 'block', reason, moderator: null, blockedFiles: 1, fileHash: hash } as const
    await insertEntry(transaction, entry, now)
    return hash.toString('hex')
  })
}

export function unblockFile(context: DataContext, hash: string, reason: string): Promise<void> {
  const bytes = Buffer.from(/^[0-9a-f]{64}$/i.test(hash) ? hash : '', 'hex')
  return transact(context, async (transaction) => {
    const { count } = await transaction.blockedFile.deleteMany({ where: { hash: bytes } })
    if (count === 0) throw notFound(`Blocked file ${hash}`)
    const entry = { action: 'unblock', reason, moderator: null, fileHash: bytes } as const
    await insertEntry(transaction, entry, context.clock())
  })
}

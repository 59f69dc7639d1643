import { transact } from '../../db/transaction.ts'
import { CatalogError, notFound } from '../../errors.ts'
import { contentHash } from '../../lists/writing/uploaded-files.ts'
import { insertEntry } from '../actions/queries.ts'
import type { ModerationContext } from '../actions/service.ts'
import { deleteBlock, insertBlock, lockBlocks } from './queries.ts'

/** Blocks a content, so that no list can have it under any file name. Returns its hash in hexadecimal. */
export function blockFile(
  context: ModerationContext,
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
    const block = { hash, bytes: file.content.length, name: file.name, reason, now }
    if (!(await insertBlock(transaction, block))) throw new CatalogError('conflict', `${file.name} is blocked already.`)
    const entry = { action: 'block', reason, moderator: null, blockedFiles: 1, fileHash: hash } as const
    await insertEntry(transaction, entry, now)
    return hash.toString('hex')
  })
}

/** Allows a content again, by its hash in hexadecimal. */
export function unblockFile(context: ModerationContext, hash: string, reason: string): Promise<void> {
  const bytes = Buffer.from(/^[0-9a-f]{64}$/i.test(hash) ? hash : '', 'hex')
  return transact(context, async (transaction) => {
    if (bytes.length === 0 || !(await deleteBlock(transaction, bytes))) throw notFound(`Blocked file ${hash}`)
    const entry = { action: 'unblock', reason, moderator: null, fileHash: bytes } as const
    await insertEntry(transaction, entry, context.clock())
  })
}

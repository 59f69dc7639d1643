import type { Sender } from '../../actor.ts'
import type { RequestContext } from '../../context.ts'
import type { Transaction } from '../../db/transaction.ts'
import { invalid } from '../../errors.ts'
import { transactAs } from '../ownership/service.ts'
import { type AdmittingContext, type Amounts, type Client, NOTHING } from './admission.ts'
import { type FileName, hexOf, storeFiles } from './files/queries.ts'
import { refuseBlocked, type StoredFile, storedFile } from './files/uploaded-files.ts'
import { indexShare, isIndexedUpload } from './index-share.ts'
import { GAME_RULE, type ListInput } from './input.ts'
import { prefetch } from './queries.ts'

interface Upload {
  /** The id or the name of the game. Undefined if the upload does not set it. */
  game: string | undefined
  files: ListInput['files']
  /** Whether the upload makes a list, rather than replacing one. */
  isNew: boolean
  /** Runs first in the transaction, before anything is counted. */
  begin?: (transaction: Transaction) => Promise<void>
}

/** An upload whose files are stored. */
interface StoredUpload {
  /** Null if the upload does not set it. */
  game: { id: number; name: string } | null
  /** In the order of the upload. */
  files: FileName[]
}

/**
 * Stores the files of an upload and runs `save`, in one transaction. Throws if the game does not exist, a file is blocked
 * (422), or the upload exceeds a limit (429, 503; see admission.ts). What it stores counts once, no matter how often the
 * transaction is retried, and only if it is stored.
 */
export async function storeUpload<T>(
  context: AdmittingContext<RequestContext>,
  sender: Sender | null,
  upload: Upload,
  save: (transaction: Transaction, stored: StoredUpload) => Promise<T>,
): Promise<T> {
  const { admission, clock } = context
  const files = upload.files.map(storedFile)
  const indexed = new Set(files.filter(isIndexedUpload))
  const client = clientOf(sender, context)
  let counted = NOTHING
  const count = (amounts: Amounts) => {
    const change = { bytes: amounts.bytes - counted.bytes, lists: amounts.lists - counted.lists }
    if (client !== undefined) admission?.count(client, change, clock())
    counted = amounts
  }
  try {
    return await transactAs(context, sender, async (transaction) => {
      await upload.begin?.(transaction)
      const { game, blocked, fileIds } = await prefetch(transaction, { game: upload.game, files })
      if (upload.game !== undefined && game === null) throw invalid({ game: [GAME_RULE] })
      refuseBlocked(files, blocked)
      const added = files.filter(({ hash }) => !fileIds.has(hexOf(hash)))
      if (added.length > 0 || indexed.size > 0) await admission?.requireSpace(clock())
      if (client !== undefined) count({ bytes: sizeOf(indexed, added), lists: upload.isNew ? 1 : 0 })
      const ids = await storeFiles(transaction, files, fileIds, clock())
      const stored = files.map(({ cleanName, bytes }, index) => ({ id: ids[index] ?? 0, cleanName, bytes }))
      return save(transaction, { game, files: stored })
    })
  } catch (error) {
    count(NOTHING)
    throw error
  }
}

/** Returns the bytes that an upload adds to the database: those of its new files, and its share of the index of mods. */
function sizeOf(indexed: Iterable<StoredFile>, added: readonly StoredFile[]): number {
  const isNew = new Set(added)
  const shares = Array.from(indexed, (file) => indexShare(file, isNew.has(file)))
  return [...added.map(({ bytes }) => bytes), ...shares].reduce((sum, bytes) => sum + bytes, 0)
}

/** How long the uploads of a new account count as anonymous, in milliseconds: a script can create many accounts. */
const NEW_MS = 24 * 3_600_000

/** Returns whose daily limits apply to a sender. Undefined if the address is not known, as for a command. */
function clientOf(sender: Sender | null, { address, isLimited, clock }: RequestContext): Client | undefined {
  const user = sender !== null && 'user' in sender ? sender.user : null
  if (user !== null && clock().getTime() - user.createdAt.getTime() >= NEW_MS) return { account: user.id }
  return address === undefined || !isLimited ? undefined : { address }
}

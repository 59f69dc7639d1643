import type { Sender } from '../../actor.ts'
import type { RequestContext } from '../../context.ts'
import type { Transaction } from '../../db/transaction.ts'
import { invalid } from '../../errors.ts'
import { isIndexed, MAX_INDEXED } from '../../load-order/reading/indexed.ts'
import { transactAs } from '../ownership/service.ts'
import { findUploadFacts, storeFiles, type UploadFacts } from '../stored-files-queries.ts'
import type { AdmittingContext, Amounts, Client } from './admission.ts'
import { GAME_RULE } from './input.ts'
import { FilesGone, findBlocked } from './queries.ts'
import { hexOf, refuseBlocked, type StoredFile } from './uploaded-files.ts'

interface Upload {
  /** The id or the name of the game. Undefined if the upload does not set it. */
  game: string | undefined
  files: readonly StoredFile[]
  /** The base of the slug of a new list. Undefined if the upload replaces a list. */
  slugBase?: string
}

/** Maximum number of times that the files of an upload are stored, because a sweep has deleted one meanwhile. */
const ATTEMPTS = 5

/**
 * Stores the files of an upload, and then runs `save` in a transaction, which links them. Throws if the game does not
 * exist, a file is blocked (422), or a limit is exceeded (429, 503).
 */
export async function storeUpload<T>(
  context: AdmittingContext<RequestContext>,
  sender: Sender | null,
  { game: asked, files, slugBase }: Upload,
  save: (transaction: Transaction, facts: UploadFacts) => Promise<T>,
): Promise<T> {
  const { admission, clock, db } = context
  const facts = await findUploadFacts(db, { game: asked, files, slugBase })
  const { game, blocked, stored } = facts
  if (asked !== undefined && game === null) throw invalid({ game: [GAME_RULE] })
  refuseBlocked(files, blocked)
  let added = withoutHashes(files, stored)
  const indexed = files.filter(isIndexedUpload)
  if (added.length > 0 || indexed.length > 0) await admission?.requireSpace(clock())
  const client = clientOf(sender, context)
  const amounts = { bytes: sizeOf(indexed, added), lists: slugBase === undefined ? 0 : 1 }
  if (client !== undefined) admission?.count(client, amounts, clock())
  try {
    for (let attempts = 1; ; attempts++) {
      await storeFiles(db, added, clock())
      try {
        return await transactAs(context, sender, async (transaction) => {
          refuseBlocked(files, await findBlocked(transaction, files))
          return save(transaction, facts)
        })
      } catch (error) {
        if (!(error instanceof FilesGone) || attempts === ATTEMPTS) throw error
        added = withoutHashes(files, (await findUploadFacts(db, { files })).stored)
      }
    }
  } catch (error) {
    if (client !== undefined) admission?.count(client, negative(amounts), clock())
    throw error
  }
}

const withoutHashes = (files: readonly StoredFile[], hashes: readonly string[]): StoredFile[] =>
  files.filter(({ hash }) => !hashes.includes(hexOf(hash)))

const negative = ({ bytes, lists }: Amounts): Amounts => ({ bytes: -bytes, lists: -lists })

/** Returns the bytes that an upload adds: its new files, and its share of the index of mods. */
function sizeOf(indexed: Iterable<StoredFile>, added: readonly StoredFile[]): number {
  const isNew = new Set(added)
  const shares = Array.from(indexed, (file) => indexShare(file, isNew.has(file)))
  return [...added.map(({ bytes }) => bytes), ...shares].reduce((sum, bytes) => sum + bytes, 0)
}

/** How long the uploads of a new account count as anonymous, in milliseconds: a script can create many accounts. */
const NEW_MS = 24 * 3_600_000

/** Returns whose daily limits apply to a sender; undefined without an address, as for a command. */
function clientOf(sender: Sender | null, { address, isLimited, clock }: RequestContext): Client | undefined {
  const user = sender !== null && 'user' in sender ? sender.user : null
  if (user !== null && clock().getTime() - user.createdAt.getTime() >= NEW_MS) return { account: user.id }
  return address === undefined || !isLimited ? undefined : { address }
}

/*
 * Estimates what an upload takes in the index of mods: names, versions, sources and counts, and the row of its list.
 * Measured with PostgreSQL 15 and lists of 10,000 new names each, in bytes of tables and indexes for a line:
 *
 *   mods.csv with versions and sources, 84 bytes a line    849
 *   modlist.txt, 31 bytes a line                           382
 *   modlist.txt, 6 bytes a line                            283
 *   mods.csv that is stored already, in another list        13
 */
const NEW_LINE = 250
const NEW_BYTE = 7
const KNOWN_LINE = 16

/** Bytes that end or begin an entry: in lines, in JSON and in XML. */
const MARKS = ['\n', '\r', '{', '<'].map((mark) => mark.charCodeAt(0))

const isIndexedUpload = ({ cleanName, pieces }: Pick<StoredFile, 'cleanName' | 'pieces'>): boolean =>
  isIndexed(cleanName, pieces)

/** Returns the estimated bytes of a file in the index. */
function indexShare(file: Pick<StoredFile, 'bytes' | 'pieces'>, isNew: boolean): number {
  const lines = Math.max(1, ...MARKS.map((mark) => countUpToIndexed(file.pieces, mark)))
  return isNew ? lines * NEW_LINE + file.bytes * NEW_BYTE : lines * KNOWN_LINE
}

/** Counts a byte, at most MAX_INDEXED times: the index takes no more names from a file. */
function countUpToIndexed(pieces: readonly Uint8Array[], byte: number): number {
  let count = 0
  for (const piece of pieces) {
    for (let at = piece.indexOf(byte); at >= 0 && count < MAX_INDEXED; at = piece.indexOf(byte, at + 1)) count++
  }
  return count
}

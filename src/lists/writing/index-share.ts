import { isIndexed, MAX_INDEXED } from '../../load-order/reading/indexed.ts'
import type { StoredFile } from './uploaded-files.ts'

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

/** Reports whether the index can take anything from a file of an upload. */
export const isIndexedUpload = ({ cleanName, pieces }: Pick<StoredFile, 'cleanName' | 'pieces'>): boolean =>
  isIndexed(cleanName, pieces)

/**
 * Returns the estimated bytes of a file of a list in the index, if the index can take anything from it. `isNew` says
 * whether the file is not stored yet.
 */
export function indexShare(file: Pick<StoredFile, 'bytes' | 'pieces'>, isNew: boolean): number {
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

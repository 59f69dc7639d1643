import { createHash } from 'node:crypto'
import { invalid } from '../../errors.ts'

/** A file as it is stored: once for each name and content, no matter how many lists have it (docs/api.md#files). */
export interface StoredFile {
  hash: Uint8Array<ArrayBuffer>
  /** The first half of the hash in hexadecimal, a hyphen, and the clean name. */
  name: string
  cleanName: string
  bytes: number
  pieces: readonly Uint8Array[]
}

export const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')

export function storedFile({ name, pieces }: { name: string; pieces: readonly Uint8Array[] }): StoredFile {
  // The length of the name comes first, so that no other pair of name and content hashes the same bytes.
  const hashing = createHash('sha256').update(`${Buffer.byteLength(name)}:${name}`)
  for (const piece of pieces) hashing.update(piece)
  const hash = hashing.digest()
  return {
    hash: new Uint8Array(hash),
    name: `${hash.toString('hex', 0, 16)}-${name}`,
    cleanName: name,
    bytes: pieces.reduce((sum, { length }) => sum + length, 0),
    pieces,
  }
}

/** Returns the SHA-256 of a content alone, without the file name. It identifies blocked files. */
export function contentHash(pieces: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  const hashing = createHash('sha256')
  for (const piece of pieces) hashing.update(piece)
  return Buffer.from(hashing.digest())
}

/** Refuses an upload with a file whose content is blocked (422). */
export function refuseBlocked(files: readonly StoredFile[], blocked: readonly string[]): void {
  if (blocked.length === 0) return
  const taken = files.filter(({ pieces }) => blocked.includes(contentHash(pieces).toString('hex')))
  if (taken.length === 0) return
  throw invalid({ files: taken.map(({ cleanName }) => `This file was taken down: ${cleanName}`) })
}

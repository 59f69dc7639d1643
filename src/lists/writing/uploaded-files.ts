import { createHash } from 'node:crypto'

/** A file as it is stored: once for each name and content, no matter how many lists have it (docs/api.md#files). */
export interface StoredFile {
  /** SHA-256 over name and content. */
  hash: Uint8Array<ArrayBuffer>
  /** The first half of the hash in hexadecimal, a hyphen, and the clean name. */
  name: string
  cleanName: string
  bytes: number
  /** The pieces that make up the content. */
  pieces: readonly Uint8Array[]
}

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

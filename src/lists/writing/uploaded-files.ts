import { createHash } from 'node:crypto'

/** A file as it will be stored: one for each name and content, whoever uploads it (docs/api.md#files). */
export interface StoredFile {
  /** SHA-256 over name and content. */
  hash: Uint8Array<ArrayBuffer>
  /** Half of the hash in hex, a hyphen, the clean name. */
  name: string
  cleanName: string
  bytes: number
  /** The content: its pieces one after the other. */
  pieces: readonly Uint8Array[]
}

export function storedFile({ name, pieces }: { name: string; pieces: readonly Uint8Array[] }): StoredFile {
  // The name's length goes first: no other pair of name and content gives the same bytes.
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

import { createHash } from 'node:crypto'

/** A file as it will be stored: one for each name and content, whoever uploads it (CONTRACT.md, stored file). */
export interface StoredFile {
  /** SHA-256 over name and content. */
  hash: Uint8Array<ArrayBuffer>
  /** Half of the hash in hex, a hyphen, the clean name. */
  name: string
  cleanName: string
  bytes: number
  content: Uint8Array<ArrayBuffer>
}

export function storedFile(file: { name: string; content: Uint8Array<ArrayBuffer> }): StoredFile {
  // The name's length goes first: no other pair of name and content gives the same bytes.
  const hash = createHash('sha256')
    .update(`${Buffer.byteLength(file.name)}:${file.name}`)
    .update(file.content)
    .digest()
  return {
    hash: new Uint8Array(hash),
    name: `${hash.toString('hex', 0, 16)}-${file.name}`,
    cleanName: file.name,
    bytes: file.content.length,
    content: file.content,
  }
}

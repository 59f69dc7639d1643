import { createHash } from 'node:crypto'
import { isBinary } from '../../text/encoding.ts'
import { nameKey } from '../../text/name-key.ts'

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

const MAX_NAME_BYTES = 255

/** The base name of an uploaded file: any path before it is dropped. */
export const cleanName = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)

/** What keeps an upload from being stored, a sentence for each problem; empty if nothing does. Names are clean ones. */
export function uploadProblems(files: readonly { name: string; content: Uint8Array }[]): string[] {
  const names = new Set<string>()
  return files.flatMap(({ name, content }) => {
    const key = nameKey(name)
    const isTwin = names.has(key)
    names.add(key)
    return [
      ...(isFileName(name) ? [] : [`The file name "${printable(name)}" is not allowed.`]),
      ...(Buffer.byteLength(name) > MAX_NAME_BYTES
        ? [`A file name must not be longer than ${MAX_NAME_BYTES} bytes.`]
        : []),
      ...(isTwin ? [`There are two files named ${printable(name)}.`] : []),
      ...(isBinary(content) ? [`The file ${printable(name)} is not a text file.`] : []),
    ]
  })
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

/** Control characters, those that turn the direction of writing (`list\u202Etxt.exe`), and lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu

/** Printable, and neither the folder itself nor the one above. */
const isFileName = (name: string) => name.search(UNPRINTABLE) === -1 && name !== '.' && name !== '..' && name !== ''

const printable = (name: string) => name.slice(0, 80).replace(UNPRINTABLE, '\uFFFD')

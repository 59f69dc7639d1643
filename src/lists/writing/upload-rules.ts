import { nameKey } from '../../text/name-key.ts'

const MAX_NAME_BYTES = 255

/** The base name of an uploaded file: any path before it is dropped. */
export const cleanName = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)

/** What keeps an upload from being stored, a sentence for each problem; empty if nothing does. Names are clean ones. */
export function uploadProblems<File extends { name: string }>(
  files: readonly File[],
  isBinary: (file: File) => boolean,
): string[] {
  const names = new Set<string>()
  return files.flatMap((file) => {
    const { name } = file
    const key = nameKey(name)
    const isTwin = names.has(key)
    names.add(key)
    return [
      ...(isFileName(name) ? [] : [`The file name "${printable(name)}" is not allowed.`]),
      ...(new TextEncoder().encode(name).length > MAX_NAME_BYTES
        ? [`A file name must not be longer than ${MAX_NAME_BYTES} bytes.`]
        : []),
      ...(isTwin ? [`There are two files named ${printable(name)}.`] : []),
      ...(isBinary(file) ? [`The file ${printable(name)} is not a text file.`] : []),
    ]
  })
}

/** Control characters, those that turn the direction of writing (`list\u202Etxt.exe`), and lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu

/** Printable, and neither the folder itself nor the one above. */
const isFileName = (name: string) => name.search(UNPRINTABLE) === -1 && name !== '.' && name !== '..' && name !== ''

const printable = (name: string) => name.slice(0, 80).replace(UNPRINTABLE, '\uFFFD')

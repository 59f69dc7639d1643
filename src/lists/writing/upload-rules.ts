import { isInvisible, isPrintable, printable } from '../../text/harmless.ts'
import { nameKey } from '../../text/name-key.ts'

const MAX_NAME_BYTES = 255

export const cleanName = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)

/** Returns the reasons to refuse an upload, as sentences. `path` is the name as it was sent. */
export function uploadProblems<File extends { name: string; path?: string }>(
  files: readonly File[],
  isBinary: (file: File) => boolean,
): string[] {
  const paths = new Map<string, string>()
  return files.flatMap((file) => {
    const { name, path = name } = file
    const key = nameKey(name)
    const twin = paths.get(key)
    paths.set(key, path)
    return [
      ...(isFileName(name) ? [] : [`The file name "${shown(name)}" is not allowed.`]),
      ...(isTooLong(name) ? [`A file name must not be longer than ${MAX_NAME_BYTES} bytes.`] : []),
      ...(twin === undefined ? [] : [`There are two files named ${shown(name)}: ${ending(twin)} and ${ending(path)}.`]),
      ...(isBinary(file) ? [`The file ${shown(name)} is not a text file.`] : []),
    ]
  })
}

const isFileName = (name: string) => isPrintable(name) && !isInvisible(name) && name !== '.' && name !== '..'

const isTooLong = (name: string) => new TextEncoder().encode(name).length > MAX_NAME_BYTES

/** Reports whether a file in a list may have this name: a readable one of allowed length, without a path. */
export const isCleanName = (name: string): boolean => cleanName(name) === name && isFileName(name) && !isTooLong(name)

const shown = (name: string) => printable(name.slice(0, 80))

const ending = (path: string) => printable(path.slice(-80))

import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { FileEntry } from '../lists/detail/queries.ts'
import { nameKey } from '../text/name-key.ts'
import type { ReadFile } from './service.ts'

declare module 'yazl' {
  interface ZipFile {
    end(tellSize: (bytes: number) => void): void // its types leave out the number
  }
}

/**
 * A zip of the files under their clean names. The same files give the same bytes everywhere: nothing is compressed, since
 * what zlib makes of a text differs by its version and the processor.
 */
export const zipOf = (files: readonly ReadFile[]): Promise<Buffer> => buffer(pack(files).stream)

/** The size of that zip, of files that are not read: what each brings beside its bytes depends on its name alone. */
export function zipBytes(files: readonly FileEntry[]): number {
  const { bytes } = pack(files.map((file) => ({ ...file, content: Buffer.alloc(0) })))
  return files.reduce((sum, file) => sum + file.bytes, bytes)
}

function pack(files: readonly ReadFile[]): { stream: Readable; bytes: number } {
  const zip = new ZipFile()
  const names = new Set(files.map(({ cleanName }) => nameKey(cleanName)))
  for (const { cleanName, content, createdAt } of files) {
    zip.addBuffer(content, entryName(cleanName, names), { compress: false, mtime: inUtc(createdAt) })
  }
  let bytes = 0
  zip.end((size) => {
    bytes = size // told at once: the sizes of all entries are known
  })
  return { stream: zip.outputStream as Readable, bytes }
}

/** `C:x.txt` would be a path on another drive: such a name gets an underline, and more while another file has that name. */
function entryName(name: string, names: Set<string>): string {
  if (!/^[a-z]:/i.test(name)) return name
  let entry = name.replace(':', '_')
  while (names.has(nameKey(entry))) entry = `_${entry}`
  names.add(nameKey(entry))
  return entry
}

/** The same moment, whose local time is UTC whatever the time zone: the library writes local time. */
function inUtc(moment: Date): Date {
  const utc = new Date(moment)
  return Object.assign(utc, {
    getFullYear: () => utc.getUTCFullYear(),
    getMonth: () => utc.getUTCMonth(),
    getDate: () => utc.getUTCDate(),
    getHours: () => utc.getUTCHours(),
    getMinutes: () => utc.getUTCMinutes(),
    getSeconds: () => utc.getUTCSeconds(),
  })
}

import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { FileEntry } from '../lists/hot-queries.ts'
import { nameKey } from '../text/name-key.ts'
import type { ReadFile } from './service.ts'

declare module 'yazl' {
  interface ZipFile {
    end(onSize: (bytes: number) => void): void // the types of the package lack the parameter
  }
}

export type ZippedFile = Pick<ReadFile, 'cleanName' | 'content' | 'createdAt'>

/** Returns a zip of the files. Nothing is compressed, so that the same files give the same bytes on any machine. */
export const zipOf = (files: readonly ZippedFile[]): Promise<Buffer> => buffer(pack(files).stream)

/** Returns the size of a zip in bytes without reading the files. */
export function zipBytes(files: readonly FileEntry[]): number {
  const { bytes } = pack(files.map((file) => ({ ...file, content: Buffer.alloc(0) })))
  return files.reduce((sum, file) => sum + file.bytes, bytes)
}

function pack(files: readonly ZippedFile[]): { stream: Readable; bytes: number } {
  const zip = new ZipFile()
  const names = new Set(files.map(({ cleanName }) => nameKey(cleanName)))
  for (const { cleanName, content, createdAt } of files) {
    zip.addBuffer(content, entryName(cleanName, names), { compress: false, mtime: inUtc(createdAt) })
  }
  let bytes = 0
  zip.end((size) => {
    bytes = size // called synchronously, because the sizes of all entries are known
  })
  return { stream: zip.outputStream as Readable, bytes }
}

/** Returns the name of an entry. `C:x.txt` would be a path on another drive, so it becomes `C_x.txt`. */
function entryName(name: string, names: Set<string>): string {
  if (!/^[a-z]:/i.test(name)) return name
  let entry = name.replace(':', '_')
  while (names.has(nameKey(entry))) entry = `_${entry}`
  names.add(nameKey(entry))
  return entry
}

/**
 * Returns a date whose local time is UTC: the library writes local time, and the zip must not depend on the time zone.
 */
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

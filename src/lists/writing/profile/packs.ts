import { unzipSync } from 'fflate'
import type { UploadLimits } from '../../../http/request/upload.ts'
import { cutLog } from '../../../load-order/reading/logs/logs.ts'
import { utf16Label } from '../../../text/binary.ts'

/*
 * Files that are not text or too long: packs as zips, folders of jar files, long logs. Runs in browsers too. Of a zip,
 * only the files that are read are unpacked, within the limits of an upload.
 */

export interface FileEntry {
  name: string
  kind: 'file'
  bytes: number
  /** The user chose the file itself instead of its folder; it is uploaded regardless of its name. */
  isChosen?: boolean
  /** Reads the bytes; rejects if they can't be read. Called only if the name and size allow an upload. */
  read(): Promise<Uint8Array<ArrayBuffer>>
}

export type ProfileEntry = FileEntry | { name: string; kind: keyof typeof NOT_FILES }

export const NOT_FILES = {
  folder: 'a folder; files in it are not uploaded',
  outside: 'a link that leads out of the folder',
  other: 'not a file',
  unreadable: "can't be read",
}

/** Maximum size of a zip in bytes. It is read as a whole. */
const MAX_ZIP = 256 * 2 ** 20

/** Maximum size of a log in bytes that is cut to its list and its end. */
const MAX_LOG = 10 * 2 ** 20

const ZIP = /\.(?:zip|mrpack|r2z)$/i
const JAR = /\.jar(?:\.disabled)?$/i
const PACK = /^(?:modrinth\.index\.json|manifest\.json|modlist\.html|minecraftinstance\.json|export\.r2x)$/i

/** Reports whether a folder has files of mods, whose names say which mods it has. */
export const hasJars = (entries: readonly { name: string }[]): boolean => entries.some(({ name }) => JAR.test(name))

/** Replaces chosen zips by their files, and jar files by a mods.txt with their names. A zip without a profile stays. */
export async function unpacked(
  entries: readonly ProfileEntry[],
  limits: UploadLimits,
  isProfile: (entries: readonly { name: string }[]) => boolean,
): Promise<ProfileEntry[]> {
  const found: ProfileEntry[] = []
  for (const entry of entries) {
    const isZip = entry.kind === 'file' && entry.isChosen === true && ZIP.test(entry.name) && entry.bytes <= MAX_ZIP
    const zip = isZip ? await entry.read().catch(() => undefined) : undefined
    const files = zip && filesOf(zip, limits, isProfile)
    found.push(...(files !== undefined && files.length > 0 ? files : [entry]))
  }
  const jars = found.filter(({ name, kind }) => kind === 'file' && JAR.test(name)).map(({ name }) => name)
  const others = found.filter(({ name }) => !jars.includes(name))
  return jars.length === 0 || others.some(({ name }) => name.toLowerCase() === MODS)
    ? others
    : [...others, fileOf(MODS, new TextEncoder().encode(jars.sort().join('\n')))]
}

const MODS = 'mods.txt'

const fileOf = (name: string, content: Uint8Array<ArrayBuffer>, isChosen = true): ProfileEntry => ({
  ...{ name, kind: 'file', isChosen, bytes: content.length },
  read: async () => content,
})

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const depthOf = (folder: string): number => folder.split('/').length
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** Returns the files of a pack at the top of a zip, or else of its first profile or folder of jars. */
function filesOf(
  zip: Uint8Array<ArrayBuffer>,
  { maxFiles, maxFileBytes }: UploadLimits,
  isProfile: Parameters<typeof unpacked>[2],
): ProfileEntry[] {
  try {
    const paths: string[] = []
    unzipSync(zip, { filter: ({ name }) => paths.push(name) === 0 })
    const folders = [...new Set(paths.map(folderOf))].toSorted((one, other) => depthOf(one) - depthOf(other))
    const inFolder = (folder: string) => paths.filter((path) => folderOf(path) === folder && baseOf(path) !== '')
    const top = inFolder('').filter((path) => PACK.test(path))
    const profile = folders.map(inFolder).find((files) => isProfile(files.map((path) => ({ name: baseOf(path) }))))
    const wanted = new Set(top.length > 0 ? top : profile)
    let taken = 0
    const files = unzipSync(zip, {
      filter: ({ name, originalSize }) =>
        wanted.has(name) && !JAR.test(name) && originalSize <= maxFileBytes && ++taken <= maxFiles,
    })
    const jars = [...wanted].filter((path) => JAR.test(path)).map((path) => fileOf(baseOf(path), new Uint8Array()))
    return [
      ...Object.entries(files).map(([path, content]) => fileOf(baseOf(path), new Uint8Array(content), top.length > 0)),
      ...jars,
    ]
  } catch {
    return []
  }
}

/** Reports whether a file is too large to upload as it is, but may be a log that can be cut. */
export const isLongLog = ({ name, bytes }: { name: string; bytes: number }, { maxFileBytes }: UploadLimits): boolean =>
  bytes > maxFileBytes && bytes <= MAX_LOG && /\.(?:log|txt)$/i.test(name)

/** Returns a log that is cut to its list and its end; undefined for another file. */
export function shortened(content: Uint8Array, { maxFileBytes }: UploadLimits): Uint8Array<ArrayBuffer> | undefined {
  const text = new TextDecoder(utf16Label(content) ?? 'utf-8').decode(content)
  for (let length = maxFileBytes; length > 1_000; length = Math.floor(length / 2)) {
    const cut = cutLog(text, length)
    const bytes = cut === undefined ? undefined : new TextEncoder().encode(cut)
    if (bytes === undefined || bytes.length <= maxFileBytes) return bytes
  }
  return undefined
}

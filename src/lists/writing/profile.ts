import type { UploadLimits } from '../../http/limits/upload-limits.ts'
import { nameKey } from '../../text/name-key.ts'
import { personalData } from './personal-data.ts'
import { uploadProblems } from './upload-rules.ts'

/*
 * Which files of a mod manager's profile go into a list. The command line and the website's pages in a browser use it: no
 * module of Node is imported here.
 */

/** Something in a folder, or a file that was chosen by itself. */
export interface ProfileEntry {
  name: string
  /** `outside` is a symbolic link that leads out of the folder. */
  kind: 'file' | 'folder' | 'outside' | 'other' | 'unreadable'
  bytes: number
  /** The file was chosen by itself, not with its folder: it is uploaded whatever its name is. */
  isChosen?: boolean
  /** Reads the bytes; rejects if they can't be read. Called only if the name, kind and size allow an upload. */
  read(): Promise<Uint8Array<ArrayBuffer>>
}

/** A file that can be uploaded. */
export interface ProfileFile {
  name: string
  content: Uint8Array<ArrayBuffer>
  /** The personal data in the file, in words that follow "holds". Such a file is uploaded only if its owner says so. */
  personal: string[]
}

/** The files of a profile that can be uploaded, and why the others can't. */
export interface Profile {
  files: ProfileFile[]
  skipped: { name: string; reason: string }[]
}

/** Names of the text files of a profile. If not all files fit, those of the first patterns are uploaded. */
const KINDS = [
  /^(modlist|plugins|loadorder)\.txt$/i,
  /^(archives|lockedorder|settings|groups|userlist)\.txt$/i,
  /^(?!desktop\.ini$)[^.].*\.ini$/i,
  /^([^.].*\.ccc|modsettings\.lsx|userlist\.yaml)$/i,
]

/** The names of KINDS, for people. */
export const PROFILE_FILES = 'modlist.txt, plugins.txt, loadorder.txt, *.ini and the like'

/** Bytes kept free for the fields of the form and for the headers of each file. */
const FORM_BYTES = 64 * 1024

const UNREADABLE = "can't be read"

/** Says which entries of a folder can be uploaded. Files with personal data get the room that the others leave. */
export async function chooseProfile(
  entries: readonly ProfileEntry[],
  limits: UploadLimits,
  isBinary: (content: Uint8Array) => boolean,
): Promise<Profile> {
  const profile: Profile = { files: [], skipped: [] }
  const personal: ProfileFile[] = []
  let room = limits.maxBodyBytes - FORM_BYTES

  const whyNoRoom = (bytes: number) => {
    if (profile.files.length >= limits.maxFiles) return `a list can have at most ${limits.maxFiles} files`
    return bytes > room ? `all files together can have at most ${sizeOf(limits.maxBodyBytes, Math.floor)}` : undefined
  }
  const add = (file: ProfileFile) => {
    const reason = whyNoRoom(file.content.length)
    if (reason !== undefined) return profile.skipped.push({ name: file.name, reason })
    room -= file.content.length
    return profile.files.push(file)
  }
  for (const entry of entries.toSorted(byKind)) {
    const { name } = entry
    const reason = whySkipped(entry, limits) ?? whyNoRoom(entry.bytes)
    const content = reason === undefined ? await entry.read().catch(() => undefined) : undefined
    const others = [...profile.files, ...personal]
    const problem = reason ?? (content === undefined ? UNREADABLE : contentProblem(name, content, others, isBinary))
    if (problem !== undefined || content === undefined) {
      profile.skipped.push({ name, reason: problem ?? UNREADABLE })
      continue
    }
    const file = { name, content, personal: personalData(content) }
    if (file.personal.length > 0) personal.push(file)
    else add(file)
  }
  for (const file of personal) add(file)
  return profile
}

const kindOf = (name: string) => {
  const kind = KINDS.findIndex((pattern) => pattern.test(name))
  return kind === -1 ? KINDS.length : kind
}

/** Whether a name is that of a profile's text file. */
export const isOfProfile = (name: string): boolean => kindOf(name) < KINDS.length

/** Whether the entries of a folder are a profile: it has a list of mods or plugins. */
export const isProfile = (entries: readonly { name: string }[]): boolean =>
  entries.some(({ name }) => kindOf(name) === 0)

const byKind = ({ name: one }: ProfileEntry, { name: other }: ProfileEntry) =>
  kindOf(one) - kindOf(other) || (one < other ? -1 : 1)

function whySkipped({ name, kind, bytes, isChosen }: ProfileEntry, { maxFileBytes }: UploadLimits) {
  if (kind === 'unreadable') return UNREADABLE
  if (kind === 'folder') return 'a folder; files in it are not uploaded'
  if (kind === 'outside') return 'a link that leads out of the folder'
  if (kind === 'other') return 'not a file'
  const known = KNOWN.find(([pattern]) => pattern.test(name))
  if (known !== undefined) return known[1]
  if (!isChosen && !isOfProfile(name)) return "not one of a profile's text files"
  if (bytes <= maxFileBytes) return undefined
  return `${sizeOf(bytes, Math.ceil)}, the limit is ${sizeOf(maxFileBytes, Math.floor)}`
}

const UNPACK = 'unpack it first'

/** Files that people often drop, and that are never text. */
const KNOWN: readonly [name: RegExp, reason: string][] = [
  [/\.zip$/i, `a zip: ${UNPACK}`],
  [/\.(7z|rar)$/i, `an archive: ${UNPACK}`],
  [/\.(ess|fos|sfs|skse|f4se|sav)$/i, 'a saved game, not text'],
]

const ZIP = [0x50, 0x4b]

/** Why the server would refuse the whole upload because of a file. */
function contentProblem(
  name: string,
  content: Uint8Array,
  others: readonly { name: string }[],
  isBinary: (content: Uint8Array) => boolean,
): string | undefined {
  if (isBinary(content)) return ZIP.every((byte, at) => content[at] === byte) ? `a zip: ${UNPACK}` : 'not a text file'
  if (others.some((other) => nameKey(other.name) === nameKey(name))) return 'another file has the same name'
  const [problem] = uploadProblems([{ name }], () => false)
  return problem
}

const UNITS: readonly [unit: string, bytes: number][] = [
  ['MB', 2 ** 20],
  ['kB', 2 ** 10],
]

/** A size as file managers show it, in MB of 1,024 kB. Sizes round up and limits down: so a size is always over its limit. */
function sizeOf(bytes: number, round: (size: number) => number): string {
  const [unit, size] = UNITS.find(([, size]) => bytes >= size) ?? ['bytes', 1]
  return `${(round((bytes / size) * 10) / 10).toLocaleString('en')} ${unit}`
}

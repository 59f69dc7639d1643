import type { UploadLimits } from '../../../http/request/upload.ts'
import type { FileKind } from '../../../load-order/reading/kind.ts'
import { KINDS } from '../../../load-order/reading/kinds.ts'
import { excessText } from '../../../text/amounts.ts'
import { nameKey } from '../../../text/name-key.ts'
import { uploadProblems } from '../upload-rules.ts'
import { type FileEntry, hasJars, isLongLog, NOT_FILES, type ProfileEntry, shortened, unpacked } from './packs.ts'
import { personalData } from './personal-data.ts'

export type { ProfileEntry } from './packs.ts'

/* Selects the files of a mod manager's profile to upload. Runs in browsers too. */

export interface ProfileFile {
  name: string
  content: Uint8Array<ArrayBuffer>
  /** The personal data in the file, as returned by `personalData`. Such a file is uploaded only if the user agrees. */
  personal: string[]
}

export interface Profile {
  files: ProfileFile[]
  skipped: { name: string; reason: string }[]
}

export const PROFILE_FILES =
  'modlist.txt, plugins.txt, loadorder.txt, *.ini, *.csv, collection.json, crash logs and the like'

/** Bytes reserved for the fields of the form and the headers of each file. */
const FORM_BYTES = 64 * 1024

/** Selects the entries that can be uploaded. Files with personal data come last, if the others leave enough space. */
export async function chooseProfile(
  entries: readonly ProfileEntry[],
  limits: UploadLimits,
  isBinary: (content: Uint8Array) => boolean,
): Promise<Profile> {
  const profile: Profile = { files: [], skipped: [] }
  const personal: ProfileFile[] = []
  const maxBytes = limits.maxBodyBytes - FORM_BYTES
  let bytesTaken = 0

  const whyTooMuch = (bytes: number) => {
    if (profile.files.length >= limits.maxFiles) return `a list can have at most ${limits.maxFiles} files`
    if (bytesTaken + bytes <= maxBytes) return undefined
    return `all files together would be ${excessText(bytesTaken + bytes, maxBytes)}`
  }
  const add = (file: ProfileFile) => {
    const reason = whyTooMuch(file.content.length)
    if (reason !== undefined) return profile.skipped.push({ name: file.name, reason })
    bytesTaken += file.content.length
    return profile.files.push(file)
  }
  const readEntry = async (entry: ProfileEntry): Promise<ProfileFile | string> => {
    if (entry.kind !== 'file') return NOT_FILES[entry.kind]
    const { name } = entry
    const isLong = isLongLog(entry, limits)
    const reason = whySkipped(entry, limits) ?? whyTooMuch(isLong ? limits.maxFileBytes : entry.bytes)
    if (reason !== undefined) return reason
    const read = await entry.read().catch(() => undefined)
    if (read === undefined) return NOT_FILES.unreadable
    const content = isLong ? shortened(read, limits) : read
    if (content === undefined) return excessText(entry.bytes, limits.maxFileBytes)
    const problem = contentProblem(name, content, [...profile.files, ...personal], isBinary)
    return problem ?? { name, content, personal: personalData(content) }
  }
  for (const entry of (await unpacked(entries, limits, isProfile)).toSorted(byKind)) {
    const file = await readEntry(entry)
    if (typeof file === 'string') profile.skipped.push({ name: entry.name, reason: file })
    else if (file.personal.length > 0) personal.push(file)
    else add(file)
  }
  for (const file of personal) add(file)
  return profile
}

/** Returns the first row of KINDS that takes this name from a folder; their number if there is none. */
function kindOf(name: string): number {
  const isTaken = ({ names, folder = names }: FileKind) => folder?.test(name) === true
  const kind = name.startsWith('.') ? -1 : KINDS.findIndex(isTaken)
  return kind === -1 ? KINDS.length : kind
}

export const isOfProfile = (name: string): boolean => kindOf(name) < KINDS.length

/** Reports whether a folder is a profile, that is, whether it has a list of mods or plugins, or files of mods. */
export const isProfile = (entries: readonly { name: string }[]): boolean =>
  hasJars(entries) || entries.some(({ name }) => KINDS[kindOf(name)]?.isCommonName === undefined && isOfProfile(name))

/**
 * Returns the place of a file in its folder: first Mod Organizer's, then what only a list has, other lists, the rest.
 */
function placeOf(name: string): number {
  const kind = kindOf(name)
  const { own, mods, isCommonName } = KINDS[kind] ?? {}
  if (isCommonName === undefined && kind < KINDS.length) return own === undefined ? 1 : 0
  return mods === undefined ? 3 + kind : 2
}

const byKind = ({ name: one }: ProfileEntry, { name: other }: ProfileEntry) =>
  placeOf(one) - placeOf(other) || (one < other ? -1 : 1)

function whySkipped(entry: FileEntry, limits: UploadLimits) {
  const { name, bytes, isChosen } = entry
  const known = KNOWN.find(([pattern]) => pattern.test(name))
  if (known !== undefined) return known[1]
  if (!isChosen && !isOfProfile(name)) return "not one of a profile's text files"
  return bytes > limits.maxFileBytes && !isLongLog(entry, limits) ? excessText(bytes, limits.maxFileBytes) : undefined
}

const UNPACK = 'unpack it first'

/** Files that people often choose by mistake, and that are never text. */
const KNOWN: readonly [name: RegExp, reason: string][] = [
  [/\.(zip|mrpack|r2z)$/i, `a zip: ${UNPACK}`],
  [/\.(7z|rar)$/i, `an archive: ${UNPACK}`],
  [/\.(ess|fos|sfs|skse|f4se|sav)$/i, 'a saved game, not text'],
]

const ZIP = [0x50, 0x4b]

/** Returns the reason why the server would refuse an upload with this file; undefined if it would not. */
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

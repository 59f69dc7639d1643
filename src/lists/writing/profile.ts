import type { UploadLimits } from '../../limits/upload-limits.ts'
import { uploadProblems } from './upload-rules.ts'

/*
 * Which files of a mod manager's profile go into a list. The command line and the website's pages in a browser go by it: no
 * module of Node is imported here.
 */

/** Something in a folder, or a file that was chosen by itself. */
export interface ProfileEntry {
  name: string
  /** `outside` is a symbolic link that leads out of the folder. */
  kind: 'file' | 'folder' | 'outside' | 'other' | 'unreadable'
  bytes: number
  /** It was chosen by itself, and not with all that is in its folder: it is taken whatever it is called. */
  isChosen?: boolean
  /** Its bytes, read if nothing speaks against it before; rejects for what can't be read. */
  read(): Promise<Uint8Array<ArrayBuffer>>
}

export interface TakenFile {
  name: string
  content: Uint8Array<ArrayBuffer>
}

/** What of a profile goes into a list, and why the rest does not. */
export interface Profile {
  taken: TakenFile[]
  left: { name: string; reason: string }[]
}

/** The text files that make a profile, in any case; those that say most come first, and are taken where not all can be. */
const KINDS = [
  /^(modlist|plugins|loadorder)\.txt$/i,
  /^(archives|lockedorder|settings|groups|userlist)\.txt$/i,
  /^(?!desktop\.ini$)[^.].*\.ini$/i,
  /^([^.].*\.ccc|modsettings\.lsx|userlist\.yaml)$/i,
]

/** The same for people. */
export const PROFILE_FILES = 'modlist.txt, plugins.txt, loadorder.txt, *.ini and the like'

/** Room for the fields of the form and what stands around each file. */
const FORM_BYTES = 64 * 1024

const UNREADABLE = "can't be read"

/** Looks through the entries of a folder. Reads only what is taken, in the order in which it is. */
export async function chooseProfile(
  entries: readonly ProfileEntry[],
  limits: UploadLimits,
  isBinary: (content: Uint8Array) => boolean,
): Promise<Profile> {
  const profile: Profile = { taken: [], left: [] }
  let room = limits.maxBodyBytes - FORM_BYTES

  for (const entry of entries.toSorted(byKind)) {
    const { name } = entry
    const reason =
      whyLeft(entry, limits) ??
      (profile.taken.length === limits.maxFiles ? `a list has ${limits.maxFiles} files at the most` : undefined) ??
      (entry.bytes > room ? `all files together may have ${limits.maxBodyBytes} bytes` : undefined)
    const content = reason === undefined ? await entry.read().catch(() => undefined) : undefined
    const problem =
      reason ?? (content === undefined ? UNREADABLE : contentProblem(profile.taken, { name, content }, isBinary))
    if (problem !== undefined || content === undefined) {
      profile.left.push({ name, reason: problem ?? UNREADABLE })
      continue
    }
    room -= content.length
    profile.taken.push({ name, content })
  }
  return profile
}

const kindOf = (name: string) => {
  const kind = KINDS.findIndex((pattern) => pattern.test(name))
  return kind === -1 ? KINDS.length : kind
}

/** Whether a name is one of those that are looked for. */
export const isOfProfile = (name: string): boolean => kindOf(name) < KINDS.length

const byKind = ({ name: one }: ProfileEntry, { name: other }: ProfileEntry) =>
  kindOf(one) - kindOf(other) || (one < other ? -1 : 1)

function whyLeft({ name, kind, bytes, isChosen }: ProfileEntry, { maxFileBytes }: UploadLimits): string | undefined {
  if (kind === 'unreadable') return UNREADABLE
  if (kind === 'folder') return 'a folder'
  if (kind === 'outside') return 'a link that leads out of the folder'
  if (kind === 'other') return 'not a file'
  if (!isChosen && !isOfProfile(name)) return "not one of a profile's text files"
  return bytes > maxFileBytes ? `larger than ${maxFileBytes} bytes` : undefined
}

/** What the server would refuse the whole upload for. */
function contentProblem(
  taken: readonly TakenFile[],
  file: TakenFile,
  isBinary: (content: Uint8Array) => boolean,
): string | undefined {
  if (isBinary(file.content)) return 'not a text'
  const [problem] = uploadProblems([...taken, file], () => false)
  return problem
}

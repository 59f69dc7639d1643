import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadLimits } from '../../http/request/form.ts'
import { uploadProblems } from '../../lists/writing/uploaded-files.ts'
import { isBinary } from '../../text/encoding.ts'
import { ClientError } from './api.ts'

export interface ProfileFile {
  name: string
  content: Buffer<ArrayBuffer>
}

/** What of a mod manager's profile goes into a list, and why the rest does not. */
export interface Profile {
  taken: ProfileFile[]
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

/** Looks through a folder, but not those within it. Reads only what is taken. */
export async function readProfile(folder: string, limits: UploadLimits): Promise<Profile> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    const reason =
      { ENOENT: 'is not there', ENOTDIR: 'is not a folder' }[error.code ?? ''] ?? `can't be read: ${error.code}`
    throw new ClientError(`${folder} ${reason}.`)
  })
  const profile: Profile = { taken: [], left: [] }
  let room = limits.maxBodyBytes - FORM_BYTES

  for (const name of names.sort(byKind)) {
    const path = join(folder, name)
    const entry = await stat(path).catch(() => undefined)
    const reason =
      whyLeft(name, entry, limits) ??
      (profile.taken.length === limits.maxFiles ? `a list has ${limits.maxFiles} files at the most` : undefined) ??
      ((entry?.size ?? 0) > room ? `all files together may have ${limits.maxBodyBytes} bytes` : undefined)
    const content = reason === undefined ? await readFile(path).catch(() => undefined) : undefined
    const problem =
      reason ?? (content === undefined ? "can't be read" : contentProblem(profile.taken, { name, content }))
    if (problem !== undefined || content === undefined) {
      profile.left.push({ name, reason: problem ?? "can't be read" })
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

const byKind = (one: string, other: string) => kindOf(one) - kindOf(other) || (one < other ? -1 : 1)

interface Entry {
  size: number
  isFile(): boolean
  isDirectory(): boolean
}

function whyLeft(name: string, entry: Entry | undefined, { maxFileBytes }: UploadLimits): string | undefined {
  if (entry === undefined) return "can't be read"
  if (entry.isDirectory()) return 'a folder'
  if (!entry.isFile()) return 'not a file'
  if (kindOf(name) === KINDS.length) return "not one of a profile's text files"
  if (entry.size > maxFileBytes) return `larger than ${maxFileBytes} bytes`
  return undefined
}

/** What the server would refuse the whole upload for. */
function contentProblem(taken: readonly ProfileFile[], file: ProfileFile): string | undefined {
  if (isBinary(file.content)) return 'not a text'
  const [problem] = uploadProblems([...taken.map(({ name }) => ({ name, content: Buffer.of() })), file])
  return problem
}

import { decodeText } from '../../text/encoding.ts'
import { ckanTextMods } from '../reading/other-games/ckan.ts'
import { logKindOf } from '../reading/read.ts'
import { mayBeStoredLog } from '../reading/stored-profile.ts'
import type { TakenPart } from './ticks.ts'

/** The name and the stored bytes of a file. */
export interface FileContent {
  name: string
  content: Uint8Array
}

/** Matches the names of the files that taking changes over can change. */
const CHANGED_FILE = /^(?:modlist|plugins|loadorder)\.txt$/i

/** Reports whether taking changes over can change a file, by its name. */
export const isChangedFile = (name: string): boolean => CHANGED_FILE.test(name)

/** Finds a file to change: the one that is read. A log is text, and is never changed, whatever its name. */
export const changedFile = (files: readonly FileContent[], file: string): FileContent | undefined =>
  files.findLast(({ name, content }) => name.toLowerCase() === file && !isStoredLog(content))

const isStoredLog = (content: Uint8Array) => mayBeStoredLog([content]) && logKindOf(decodeText(content)) !== null

/** The bytes of `+`, `-`, `*` and `#`, with one of which the files of Mod Organizer begin, and no text of CKAN. */
const MARKERS: ReadonlySet<number | undefined> = new Set(Buffer.from('+-*#'))

const isMarked = ({ content }: FileContent) => MARKERS.has(content[0])

/** Reports whether a modlist.txt is a text that CKAN exported. CKAN can't read it. */
export const isTextOfCkan = (file: FileContent): boolean =>
  !isMarked(file) && ckanTextMods({ text: decodeText(file.content) }) !== null

/** Reports whether takeableParts has to decode one of the files, which takes long. */
export const areToDecode = (files: readonly FileContent[]): boolean =>
  files.some((file) => mayBeStoredLog([file.content]) || (/^modlist/i.test(file.name) && !isMarked(file)))

/** Returns the parts of a list whose changes can be taken over into its files. */
export function takeableParts(files: readonly FileContent[]): Record<TakenPart, boolean> {
  const modlist = changedFile(files, 'modlist.txt')
  return {
    mods: modlist !== undefined && !isTextOfCkan(modlist),
    plugins: ['plugins.txt', 'loadorder.txt'].some((file) => changedFile(files, file) !== undefined),
  }
}

import { decodeText } from '../../text/encoding.ts'
import { splitLines } from '../../text/lines.ts'
import { GENERATOR, isOfOrganizer } from '../reading/modlist.ts'
import { areWritable } from '../reading/plugin-lines.ts'
import { logKindOf } from '../reading/read.ts'
import { mayBeStoredLog } from '../reading/stored-profile.ts'
import { isWrapped } from '../reading/unwrap.ts'
import type { TakenPart } from './ticks.ts'

/** The name and the stored bytes of a file. */
export interface FileContent {
  name: string
  content: Uint8Array
}

const PLUGIN_FILES = ['plugins.txt', 'loadorder.txt'] as const

/** Matches the names of the files that taking changes over can change. */
const CHANGED_FILE = /^(?:modlist|plugins|loadorder)\.txt$/i

/** Reports whether taking changes over can change a file, by its name. */
export const isChangedFile = (name: string): boolean => CHANGED_FILE.test(name)

/** Finds a file to change: the one that is read. A log is text, and is never changed, whatever its name. */
export const changedFile = (files: readonly FileContent[], file: string): FileContent | undefined =>
  files.findLast(({ name, content }) => name.toLowerCase() === file && !isStoredLog(content))

const isStoredLog = (content: Uint8Array) => mayBeStoredLog([content]) && logKindOf(decodeText(content)) !== null

/** Reports whether the first bytes of a modlist.txt show that it is Mod Organizer's. */
const isMarked = ({ content }: FileContent) =>
  content[0] === PLUS || content[0] === MINUS || GENERATED.every((byte, at) => content[at] === byte)

const [PLUS, MINUS] = Buffer.from('+-')
const GENERATED = Buffer.from(GENERATOR)

/** Reports whether a modlist.txt is Mod Organizer's, and not that of another program or a copy within other text. */
export function canTakeMods(file: FileContent): boolean {
  if (isMarked(file)) return true
  const lines = linesOf(file)
  return !isWrapped(lines.join('\n')) && isOfOrganizer(lines)
}

const linesOf = ({ content }: FileContent) => splitLines(decodeText(content))

/** Texts of which a file of plugins has one if its lines can't be changed. */
const COPY_SIGNS = ['[', '    ', '`', '~', '>', ',', '☐', '☑', '☒', '✓', '✔'].map((sign) => Buffer.from(sign))

const mayBeCopy = ({ content }: FileContent) =>
  COPY_SIGNS.some((sign) => Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes(sign))

/** Which parts of a list can be changed in its files, and whether its modlist.txt is another program's. */
export interface Takeable extends Record<TakenPart, boolean> {
  isOtherModlist: boolean
}

/** Says why no changes of mods can be applied to a modlist.txt of another program. */
export const OTHER_MODLIST = "No mods can be changed: this modlist.txt is not Mod Organizer's."

export function takeableParts(files: readonly FileContent[]): Takeable {
  const modlist = changedFile(files, 'modlist.txt')
  const canTake = modlist !== undefined && canTakeMods(modlist)
  return {
    mods: canTake,
    isOtherModlist: modlist !== undefined && !canTake,
    plugins: PLUGIN_FILES.some((name) => {
      const file = changedFile(files, name)
      return file !== undefined && (!mayBeCopy(file) || areWritable(name, linesOf(file)))
    }),
  }
}

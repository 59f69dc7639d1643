import type { FieldErrors } from '../../errors.ts'
import { pluginFormOf } from '../games.ts'
import type { PluginFileName } from '../reading/plugin-lines.ts'
import { type Part, readLoadOrder } from '../reading/read.ts'
import { encodingsOf, storedProfile } from '../reading/stored-profile.ts'
import type { ModEntry } from '../schemas.ts'
import { canTakeMods, changedFile, type FileContent, OTHER_MODLIST } from './changed-files.ts'
import { chooseChanges, isAsked, NO_CHANGES, NONE_TAKEN, type TakenCounts } from './choice.ts'
import type { ComparedLists, Take } from './compared-lists.ts'
import type { LeftOut } from './left-out.ts'
import { mergeMods } from './mods.ts'
import { openFile } from './plugin-file.ts'
import { mergePlugins } from './plugins.ts'

/*
 * Takes changes over from one list into the files of another.
 *
 * Problem: a comparison shows the changes, but applying them by hand, mod by mod, takes long.
 * Approach: both lists are read and compared as for a comparison. Each chosen change becomes an edit of the lines of
 * the base's modlist.txt, plugins.txt and loadorder.txt (line-editor.ts).
 * Guarantee: if everything is taken, the result differs from the other list only in removed entries, which are off. If
 * nothing is taken, no file changes. Lines that no taken change touches keep their bytes and their order.
 * Tests: test/load-order/merging/.
 */

export type { FileContent } from './changed-files.ts'

/** A list whose changes are applied, or to which they are applied. */
export interface MergedList {
  files: readonly FileContent[]
  /** The game in addresses of Nexus Mods; null if the site does not have it, undefined if it is unknown. */
  domain: string | null | undefined
}

/** The result of a merge. */
export interface Merged {
  /** The files of the base that change, by their names. */
  files: FileContent[]
  taken: { mods: TakenCounts; plugins: TakenCounts }
  /**
   * The added mods. They must be installed first, because a mod manager drops the lines of mods that are not installed.
   */
  toInstall: Pick<ModEntry, 'name' | 'version' | 'source'>[]
  /** The plugins that were left out, because a file's code page lacks letters of their names. */
  leftOut: LeftOut[]
}

/**
 * Takes changes from `base` to `other` over into the files of `base`. Returns errors by field if a name is not among the
 * changes, or if a file can't hold it; with `leavesOut`, such plugins are left out instead. `compared` are the same lists, if
 * they have been read and compared already.
 */
export function mergeLists(
  base: MergedList,
  other: MergedList,
  take: Take,
  leavesOut = false,
  compared?: ComparedLists,
): Merged | { errors: FieldErrors } {
  const [modlist, plugins, loadorder] = ['modlist.txt', 'plugins.txt', 'loadorder.txt'].map((file) =>
    changedFile(base.files, file),
  )
  const result: Merged = { files: [], taken: { mods: NONE_TAKEN, plugins: NONE_TAKEN }, toInstall: [], leftOut: [] }
  const errors: FieldErrors = {}
  const encodings = encodingsOf(profileOf(base.files))
  const changed = new Map<FileContent | undefined, Uint8Array | undefined>()
  const texts = compared === undefined ? storedProfile(profileOf(other.files)) : []
  const read = (part: Part) => compared?.other ?? readLoadOrder(texts, { part, domain: other.domain })

  /** Reports whether the other list is read from the same bytes of a file, or does not have it either. */
  const isSame = (file: string, stored: FileContent | undefined) => hasSameBytes(stored, changedFile(other.files, file))

  if (isAsked(take.mods)) {
    const changes = modlist && isSame('modlist.txt', modlist) ? null : read('mods')
    if (modlist === undefined) errors['take.mods'] = [LACKS_MODS]
    else if (!canTakeMods(modlist)) errors['take.mods'] = [OTHER_MODLIST]
    else if (!changes?.mods) Object.assign(errors, chooseChanges('mods', take.mods, NO_CHANGES).errors)
    else {
      const merged = mergeMods(modlist.content, changes, take.mods, compared)
      if ('errors' in merged) Object.assign(errors, merged.errors)
      else {
        changed.set(modlist, merged.content)
        result.taken.mods = merged.counts
        result.toInstall = merged.added.map(({ name, version, source }) => ({ name, version, source }))
      }
    }
  }
  if (isAsked(take.plugins)) {
    const { plugins: after, pluginSources, origins } = read('plugins')
    const form = pluginFormOf(base.domain)
    // Without an origin, these are the plugins of plugins.txt and loadorder.txt.
    const isUnchanged =
      after !== null &&
      origins.plugins === null &&
      form === pluginFormOf(other.domain) &&
      isSame('plugins.txt', plugins) &&
      isSame('loadorder.txt', loadorder)
    const opened = (file: PluginFileName, stored: FileContent | undefined) =>
      stored && openFile(file, stored.content, encodings[base.files.indexOf(stored)] ?? 'utf-8')
    const files = isUnchanged
      ? null
      : { states: opened('plugins.txt', plugins), order: opened('loadorder.txt', loadorder) }
    if (files && files.states === undefined && files.order === undefined) errors['take.plugins'] = [LACKS_PLUGINS]
    else if (files === null || after === null)
      Object.assign(errors, chooseChanges('plugins', take.plugins, NO_CHANGES).errors)
    else {
      const merged = mergePlugins(files, { plugins: after, pluginSources }, take.plugins, { form, leavesOut, compared })
      if ('errors' in merged) Object.assign(errors, merged.errors)
      else {
        changed.set(plugins, merged.plugins)
        changed.set(loadorder, merged.loadorder)
        result.taken.plugins = merged.counts
        result.leftOut = merged.leftOut
      }
    }
  }
  if (Object.keys(errors).length > 0) return { errors }
  const files = base.files.flatMap((file): FileContent[] => {
    const content = changed.get(file)
    const isKept = content === undefined || Buffer.compare(content, file.content) === 0
    return isKept ? [] : [{ name: file.name, content }]
  })
  return { ...result, files }
}

/** Reports whether a merge can write all names into the files of a list, because none of them is in a code page. */
export const canHoldAllNames = ({ files }: MergedList): boolean =>
  encodingsOf(profileOf(files)).every((encoding) => encoding.startsWith('utf-'))

const hasSameBytes = (one: FileContent | undefined, other: FileContent | undefined): boolean =>
  one === undefined || other === undefined ? one === other : Buffer.compare(one.content, other.content) === 0

const profileOf = (files: readonly FileContent[]) => ({
  files: files.map(({ content }) => content),
  names: files.map(({ name }) => name),
})

const LACKS_MODS = 'The list that changes has no modlist.txt, so no mods can be changed.'
const LACKS_PLUGINS = 'The list that changes has no plugins.txt or loadorder.txt, so no plugins can be changed.'

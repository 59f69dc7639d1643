import type { FieldErrors } from '../../errors.ts'
import { pluginFormOf } from '../reading/plugin-form.ts'
import { readLoadOrder } from '../reading/read.ts'
import { storedProfile } from '../reading/stored-profile.ts'
import type { ModEntry } from '../schemas.ts'
import { chooseChanges, isAsked, NO_CHANGES, NONE_TAKEN, type TakenCounts } from './choice.ts'
import { mergeMods } from './mods.ts'
import { mergePlugins } from './plugins.ts'
import type { Take } from './take.ts'

/*
 * Takes changes over from one list into the files of another.
 *
 * Problem: a comparison shows the changes, but applying them by hand, mod by mod, takes long.
 * Approach: both lists are read and compared as for a comparison. Each chosen change becomes an edit of the lines of
 * the base's modlist.txt, plugins.txt and loadorder.txt (line-editor.ts).
 * Guarantee: if everything is taken, the result differs from the other list only in removed entries, which are off. If
 * nothing is taken, no file changes. Lines that no taken change touches keep their bytes and their order.
 * Tests: test/load-order/merging/, `npm run bench -- merge`.
 */

/** The name and the stored bytes of a file. */
export interface FileContent {
  name: string
  content: Uint8Array
}

/** A list whose changes are taken over, or into which they are taken. */
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
}

/**
 * Takes changes from `base` to `other` over into the files of `base`. Returns errors by field if a name is not among the
 * changes.
 */
export function mergeLists(base: MergedList, other: MergedList, take: Take): Merged | { errors: FieldErrors } {
  const [modlist, plugins, loadorder] = ['modlist.txt', 'plugins.txt', 'loadorder.txt'].map((file) =>
    named(base.files, file),
  )
  const result: Merged = { files: [], taken: { mods: NONE_TAKEN, plugins: NONE_TAKEN }, toInstall: [] }
  const errors: FieldErrors = {}
  const changed = new Map<FileContent | undefined, Uint8Array | undefined>()
  const texts = storedProfile({
    files: other.files.map(({ content }) => content),
    names: other.files.map(({ name }) => name),
  })
  const { domain } = other

  if (isAsked(take.mods)) {
    const after = readLoadOrder(texts, { part: 'mods', domain }).mods
    if (modlist === undefined) errors['take.mods'] = [LACKS_MODS]
    else if (after === null) Object.assign(errors, chooseChanges('mods', take.mods, NO_CHANGES).errors)
    else {
      const others = after.filter(({ kind }) => kind === 'mod')
      const merged = mergeMods(modlist.content, others, take.mods)
      if ('errors' in merged) Object.assign(errors, merged.errors)
      else {
        changed.set(modlist, merged.content)
        result.taken.mods = merged.counts
        result.toInstall = merged.added.map(({ name, version, source }) => ({ name, version, source }))
      }
    }
  }
  if (isAsked(take.plugins)) {
    const { plugins: after, pluginSources } = readLoadOrder(texts, { part: 'plugins', domain })
    if (plugins === undefined && loadorder === undefined) errors['take.plugins'] = [LACKS_PLUGINS]
    else if (after === null) Object.assign(errors, chooseChanges('plugins', take.plugins, NO_CHANGES).errors)
    else {
      const others = { plugins: after, pluginSources }
      const stored = { plugins: plugins?.content, loadorder: loadorder?.content }
      const merged = mergePlugins(stored, others, take.plugins, pluginFormOf(base.domain))
      if ('errors' in merged) Object.assign(errors, merged.errors)
      else {
        changed.set(plugins, merged.plugins)
        changed.set(loadorder, merged.loadorder)
        result.taken.plugins = merged.counts
      }
    }
  }
  if (Object.keys(errors).length > 0) return { errors }
  const files = base.files.flatMap((file): FileContent[] => {
    const content = changed.get(file)
    const isSame = content === undefined || Buffer.compare(content, file.content) === 0
    return isSame ? [] : [{ name: file.name, content }]
  })
  return { ...result, files }
}

const named = (files: readonly FileContent[], file: string) => files.find(({ name }) => name.toLowerCase() === file)

const LACKS_MODS = 'The list that changes has no modlist.txt, so no mods can be taken over.'
const LACKS_PLUGINS = 'The list that changes has no plugins.txt or loadorder.txt, so no plugins can be taken over.'

import type { FieldErrors } from '../../errors.ts'
import { isChangedFile } from '../../load-order/merging/changed-files.ts'
import { compareLists, type Take } from '../../load-order/merging/compared-lists.ts'
import {
  canHoldAllNames,
  type FileContent,
  type Merged,
  type MergedList,
  mergeLists,
} from '../../load-order/merging/merge.ts'
import { type ProfileLoadOrder, readLoadOrder } from '../../load-order/reading/read.ts'
import { storedProfile } from '../../load-order/reading/stored-profile.ts'
import { playAnswers } from './answers.ts'
import type { CulpritInput, CulpritState, CulpritUnit } from './schemas.ts'
import { notTested, type TestedPart, takeOf, takeOfSet, unitsOf } from './units.ts'

const MAX_UNITS = 2_000

/** Plays the answers back. Returns the state of the search with the files to test next, or errors by field. */
export function culpritOf(
  works: MergedList,
  crashes: MergedList,
  input: CulpritInput,
): { state: CulpritState; files: FileContent[] } | { errors: FieldErrors } {
  const lists = compareLists(orderOf(works), orderOf(crashes))
  const merge = (take: Take) => {
    const merged = mergeLists(works, crashes, take, true, lists)
    if (!('errors' in merged)) return merged
    throw new Error(`Unexpected: a merge refused changes of the comparison: ${JSON.stringify(merged.errors)}`)
  }
  const mods = input.part === 'plugins' ? null : unitsOf(lists, 'mods')
  const part = input.part ?? ((mods?.length ?? 0) > 0 ? 'mods' : 'plugins')
  const plugins = part === 'mods' ? null : unitsOf(lists, 'plugins')
  const candidates = part === 'mods' ? mods : plugins && (canHoldAllNames(works) ? plugins : writable(plugins, merge))
  if (input.part !== undefined && candidates === null) return { errors: { part: [LACKING[part]] } }
  const units = candidates ?? []
  if (units.length > MAX_UNITS) return { errors: { units: [tooManyUnits(units.length)] } }
  const not_tested = notTested(lists, part)
  const progress = playAnswers(units, input, not_tested)
  if ('errors' in progress) return progress

  const taken = new Set(progress.next?.take)
  const set = units.filter(({ id }) => taken.has(id))
  const files = progress.next === null ? [] : filesOf(works, merge(takeOfSet(lists, part, set)))
  return { state: { part, units, ...progress, not_tested }, files }
}

const orderOf = ({ files, domain }: MergedList): ProfileLoadOrder =>
  readLoadOrder(storedProfile({ files: files.map(({ content }) => content), names: files.map(({ name }) => name) }), {
    domain,
  })

/** Returns the units of plugins whose names the files of the working list can hold. */
function writable(units: readonly CulpritUnit[], merge: (take: Take) => Merged): CulpritUnit[] {
  const leftOut = new Set(merge({ plugins: takeOf(units) }).leftOut.map(({ name }) => name))
  return units.filter(({ name }) => !leftOut.has(name))
}

/** Returns the files that a set is tested by, changed or not: the folder may hold those of another round. */
const filesOf = (works: MergedList, { files }: Merged): FileContent[] =>
  works.files
    .filter(({ name }) => isChangedFile(name))
    .map((file) => files.find(({ name }) => name === file.name) ?? file)

const tooManyUnits = (count: number) =>
  `${count} changes can be tested, and a search can have at most ${MAX_UNITS}. Take some of them over into the list that works and see that it still works, or compare an earlier revision of the list that crashes. Then search again.`

const LACKING: Record<TestedPart, string> = {
  mods: 'Mods can be tested only if both lists have mods, and the working one in modlist.txt.',
  plugins:
    'Plugins can be tested only if both lists have plugins, and the working one in plugins.txt or loadorder.txt.',
}

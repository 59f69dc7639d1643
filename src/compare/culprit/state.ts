import type { FieldErrors } from '../../errors.ts'
import { type FileContent, type MergedList, mergeLists } from '../../load-order/merging/merge.ts'
import { isWritable } from '../../load-order/merging/mods.ts'
import { type ProfileLoadOrder, readLoadOrder } from '../../load-order/reading/read.ts'
import { storedProfile } from '../../load-order/reading/stored-profile.ts'
import { playAnswers } from './answers.ts'
import type { CulpritInput } from './input.ts'
import type { CulpritState, CulpritUnit } from './schemas.ts'
import { ALL_PLUGINS, notTested, type TestedPart, takeOf, unitsOf } from './units.ts'

/** Maximum number of units of a search. */
const MAX_UNITS = 2_000

/** The files that each part is tested by. */
const FILES: Record<TestedPart, RegExp> = { mods: /^modlist\.txt$/i, plugins: /^(?:plugins|loadorder)\.txt$/i }

/**
 * Plays the answers back, and returns the state of the search with the files of the set to test next. Returns errors by
 * field if the answers do not fit the lists.
 */
export function culpritOf(
  works: MergedList,
  crashes: MergedList,
  input: CulpritInput,
): { state: CulpritState; files: FileContent[] } | { errors: FieldErrors } {
  const orders = [orderOf(works), orderOf(crashes)] as const
  const other = { ...crashes, order: orders[1] }
  const mods = input.part === 'plugins' ? null : writableUnits(works, other, orders, 'mods')
  const part = input.part ?? ((mods?.length ?? 0) > 0 ? 'mods' : 'plugins')
  // Plugins are looked at only if they are tested, because that takes a merge.
  const candidates = part === 'mods' ? mods : writableUnits(works, other, orders, 'plugins')
  if (input.part !== undefined && candidates === null) return { errors: { part: [LACKING[part]] } }
  const units = candidates ?? []
  if (units.length > MAX_UNITS) return { errors: { units: [tooManyUnits(units.length)] } }
  const not_tested = notTested(...orders, part)
  const progress = playAnswers(units, input, not_tested)
  if ('errors' in progress) return progress

  const taken = new Set(progress.next?.take)
  const files =
    progress.next === null
      ? []
      : filesOf(
          works,
          other,
          part,
          units.filter(({ id }) => taken.has(id)),
        )
  return { state: { part, units, ...progress, not_tested }, files }
}

const orderOf = ({ files, domain }: MergedList): ProfileLoadOrder =>
  readLoadOrder(storedProfile({ files: files.map(({ content }) => content), names: files.map(({ name }) => name) }), {
    domain,
  })

/** Returns the units of a part that a merge can write; null if the part can't be tested. */
function writableUnits(
  works: MergedList,
  crashes: MergedList,
  orders: readonly [ProfileLoadOrder, ProfileLoadOrder],
  part: TestedPart,
): CulpritUnit[] | null {
  const units = works.files.some(({ name }) => FILES[part].test(name)) ? unitsOf(...orders, part) : null
  if (units === null || units.length === 0) return units
  if (part === 'mods') return units.filter((unit) => isWritable(unit))
  const merged = mergeLists(works, crashes, { plugins: takeOf(units) }, true)
  if ('errors' in merged)
    throw new Error(`Unexpected: a merge refused changes of the comparison: ${JSON.stringify(merged.errors)}`)
  const leftOut = new Set(merged.leftOut.map(({ name }) => name))
  return units.filter(({ name }) => !leftOut.has(name))
}

/** Returns the files that a set is tested by, changed or not: the folder may hold those of another round. */
function filesOf(
  works: MergedList,
  crashes: MergedList & { order: ProfileLoadOrder },
  part: TestedPart,
  units: readonly CulpritUnit[],
): FileContent[] {
  const hasPlugins = crashes.order.plugins !== null && works.files.some(({ name }) => FILES.plugins.test(name))
  const take =
    part === 'plugins'
      ? { plugins: takeOf(units) }
      : { mods: takeOf(units), ...(hasPlugins && { plugins: ALL_PLUGINS }) }
  const merged = mergeLists(works, crashes, take, true)
  if ('errors' in merged)
    throw new Error(`Unexpected: a merge refused changes of the comparison: ${JSON.stringify(merged.errors)}`)
  return works.files
    .filter(({ name }) => FILES.mods.test(name) || FILES.plugins.test(name))
    .map((file) => merged.files.find(({ name }) => name === file.name) ?? file)
}

const tooManyUnits = (count: number) =>
  `${count} changes can be tested, and a search can have at most ${MAX_UNITS}. Take some of them over into the list that works and see that it still works, or compare an earlier revision of the list that crashes. Then search again.`

const LACKING: Record<TestedPart, string> = {
  mods: 'Mods can be tested only if both lists have mods, and the working one in modlist.txt.',
  plugins:
    'Plugins can be tested only if both lists have plugins, and the working one in plugins.txt or loadorder.txt.',
}

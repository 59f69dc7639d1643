import type { FieldErrors } from '../../errors.ts'
import { keyOf } from '../key.ts'
import { isTurnedAround, modOfLine, readModlist } from '../reading/modlist.ts'
import type { ProfileLoadOrder } from '../reading/read.ts'
import type { ModEntry } from '../schemas.ts'
import { type Chosen, chooseChanges, isNothing, NONE_TAKEN, type TakenCounts } from './choice.ts'
import { type ComparedLists, mergeableMods, type TakenKinds } from './compared-lists.ts'
import { editLines, type Line, type LineEditor, type Place } from './line-editor.ts'

interface MergedMods {
  /** Undefined if nothing changes. */
  content: Uint8Array | undefined
  counts: TakenCounts
  /** The mods that were added, by ascending priority. */
  added: ModEntry[]
}

/**
 * Takes changes of mods over into a modlist.txt. A mod is placed after the nearest preceding mod of the other list that
 * either did not move or is taken over, too. `known` has the same lists, if they have been compared already.
 */
export function mergeMods(
  stored: Uint8Array,
  other: Pick<ProfileLoadOrder, 'mods' | 'identities'>,
  take: TakenKinds,
  known?: ComparedLists,
): MergedMods | { errors: FieldErrors } {
  const editor = editLines(stored)
  const { mods, lineNumbers, notes } = known?.base.modlist ?? readModlist('', textsOf(editor.stored))
  const isReversed = notes.some(({ code }) => code === 'order_reversed')
  const lines = new Map(mods.map((entry, at) => [entry, editor.stored[(lineNumbers[at] ?? 0) - 1] as Line]))
  const { before, after, changes } = known?.mods ?? mergeableMods(mods, other)
  const { chosen, errors } = chooseChanges('mods', take, { ...changes, added: changes.added.filter(isWritable) })
  if (Object.keys(errors).length > 0) return { errors }
  if (isNothing(chosen)) return { content: undefined, counts: NONE_TAKEN, added: [] }

  for (const mod of chosen.removed) if (mod.enabled) setMarker(editor, lines.get(mod) as Line, '-')
  const moved = new Set(changes.moved.map(({ after }) => after))
  const start = (except?: Line): Place => {
    const lowest = [...lines.values()].find((line) => line !== except)
    if (lowest !== undefined) return isReversed ? { before: lowest } : { after: lowest }
    const [first] = editor.lines()
    return isReversed && first !== undefined ? { before: first } : 'end'
  }
  let last: Line | undefined
  const behindLast = (line?: Line): Place => {
    if (last === undefined) return start(line)
    return isReversed ? { after: last } : { before: last }
  }
  after.forEach((mod, at) => {
    const place = changes.places[at] ?? -1
    if (place === -1) {
      if (chosen.added.has(mod)) last = editor.add(`${mod.enabled === false ? '-' : '+'}${mod.name}`, behindLast())
      return
    }
    const line = lines.get(before[place] as ModEntry) as Line
    if (chosen.enabled.has(mod)) setMarker(editor, line, '+')
    if (chosen.disabled.has(mod)) setMarker(editor, line, '-')
    if (moved.has(mod) && !chosen.moved.has(mod)) return
    if (moved.has(mod)) editor.move(line, behindLast(line))
    last = line
  })
  if (notes.some(({ code }) => code === 'duplicate_mods'))
    removeDuplicates(editor, chosen.moved, new Set(lines.values()))
  keepDirection(editor, isReversed)
  return { content: editor.bytes(), counts: countsOf(chosen), added: after.filter((mod) => chosen.added.has(mod)) }
}

const countsOf = (chosen: Chosen<object>): TakenCounts => ({
  added: chosen.added.size,
  removed: chosen.removed.size,
  enabled: chosen.enabled.size,
  disabled: chosen.disabled.size,
  moved: chosen.moved.size,
})

/** Reports whether a line of modlist.txt can name this mod. In other files, a mod's name may look like a separator. */
export function isWritable({ name }: Pick<ModEntry, 'name'>): boolean {
  const written = modOfLine(`+${name}`)
  return written?.kind === 'mod' && written.name === name
}

function setMarker(editor: LineEditor, line: Line, marker: '+' | '-'): void {
  const [first = ''] = line.text.trimStart()
  editor.setMarker(line, first === '+' || first === '-' || first === '*' ? 1 : 0, marker)
}

/**
 * Removes the duplicate lines of mods that moved. Otherwise such a line could become the first one of its mod, and
 * count.
 */
function removeDuplicates(editor: LineEditor, moved: ReadonlySet<ModEntry>, counted: ReadonlySet<Line>): void {
  const keys = new Set([...moved].map(({ name }) => keyOf(name)))
  for (const line of editor.stored) {
    const entry = counted.has(line) ? undefined : modOfLine(line.text)
    if (entry?.kind === 'mod' && keys.has(keyOf(entry.name))) editor.remove(line)
  }
}

/**
 * Makes sure that the lines are still read in the same direction, which depends on whether the generator's comment is
 * the first or the last line. If an edit changed that, an empty comment is added.
 */
function keepDirection(editor: LineEditor, isReversed: boolean): void {
  if (isTurnedAround(textsOf(editor.lines())) === isReversed) return
  const [first] = editor.lines()
  editor.add('#', isReversed && first !== undefined ? { before: first } : 'end')
}

const textsOf = (lines: Iterable<Line>): string[] => Array.from(lines, ({ text }) => text)

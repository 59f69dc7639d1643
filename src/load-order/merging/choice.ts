import type { FieldErrors } from '../../errors.ts'
import type { OrderChanges } from '../comparing/order-changes.ts'
import { keyOf } from '../key.ts'
import { CHANGE_KINDS, type ChangeKind, type TakenKinds } from './compared-lists.ts'

/**
 * The entries whose changes are taken over, by kind. Removed entries are those of the base; all others, of the other
 * list.
 */
export type Chosen<Entry> = Record<ChangeKind, ReadonlySet<Entry>>

/** Numbers of changes that were taken over. */
export type TakenCounts = Record<ChangeKind, number>

export const NONE_TAKEN: TakenCounts = { added: 0, removed: 0, enabled: 0, disabled: 0, moved: 0 }

const QUOTED = 3

/**
 * Returns the entries whose changes are requested, and an error for each field with an unknown name. Names are compared
 * by their keys (key.ts).
 */
export function chooseChanges<Entry extends { name: string }>(
  part: 'mods' | 'plugins',
  take: TakenKinds,
  changes: Pick<OrderChanges<Entry>, ChangeKind>,
): { chosen: Chosen<Entry>; errors: FieldErrors } {
  const errors: FieldErrors = {}
  const pick = (kind: ChangeKind, entries: readonly Entry[]): ReadonlySet<Entry> => {
    const wanted = take[kind] ?? false
    if (typeof wanted === 'boolean') return new Set(wanted ? entries : [])
    const byKey = new Map(wanted.length === 0 ? [] : entries.map((entry) => [keyOf(entry.name), entry]))
    const found = wanted.map((name) => byKey.get(keyOf(name)))
    const unknown = wanted.filter((_, at) => found[at] === undefined)
    if (unknown.length > 0) errors[`take.${part}.${kind}`] = [unknownNames(part, kind, unknown)]
    return new Set(found.filter((entry) => entry !== undefined))
  }
  const { added, removed, enabled, disabled, moved } = changes
  const chosen = {
    added: pick('added', added),
    removed: pick('removed', removed),
    enabled: pick('enabled', enabled),
    disabled: pick('disabled', disabled),
    moved: pick(
      'moved',
      moved.map(({ after }) => after),
    ),
  }
  return { chosen, errors }
}

/** Stands for the changes of a part that only one list has. */
export const NO_CHANGES = { added: [], removed: [], enabled: [], disabled: [], moved: [] }

/** Reports whether any change is requested. */
export const isAsked = (take: TakenKinds | undefined): take is TakenKinds =>
  take !== undefined && CHANGE_KINDS.some((kind) => (Array.isArray(take[kind]) ? take[kind].length > 0 : take[kind]))

/** Reports whether no change is taken over. */
export const isNothing = (chosen: Chosen<unknown>): boolean => CHANGE_KINDS.every((kind) => chosen[kind].size === 0)

/** Returns the first names in quotes, and how many more there are. */
export function quotedNames(names: readonly string[]): string {
  const quoted = names.slice(0, QUOTED).map((name) => `"${name.slice(0, 100)}"`)
  return quoted.join(', ') + (names.length > quoted.length ? ` and ${names.length - quoted.length} more` : '')
}

function unknownNames(part: string, kind: ChangeKind, names: readonly string[]): string {
  return `The comparison has no such change: ${quotedNames(names)} ${names.length === 1 ? 'is' : 'are'} not among the ${part} that ${WORDS[kind]}.`
}

const WORDS: Record<ChangeKind, string> = {
  added: 'were added',
  removed: 'were removed',
  enabled: 'were switched on',
  disabled: 'were switched off',
  moved: 'moved',
}

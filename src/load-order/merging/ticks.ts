import { keyOf } from '../key.ts'
import { CHANGE_KINDS, type ChangeKind, type Take } from './compared-lists.ts'

/*
 * Ticked changes as part of an address.
 *
 * Problem: a link with the names of many changes is longer than chats and browsers allow.
 * Approach: each change has an id of five characters, made from its part, kind and name. A text joins groups by dots:
 * ids (`a1B2cd3E4f`), all changes of a part or kind but some (`m*`, `ma*a1B2c`), and the state of both lists
 * (`~Xy12Zw2-5`). The groups add up.
 * Guarantee: an id of a list that has changed still means the same change, or none. All changes but one fit into 2,000
 * characters.
 * Tests: test/load-order/merging/ticks.test.ts.
 */

export type TakenPart = 'mods' | 'plugins'

const LETTERS: Readonly<Record<TakenPart | ChangeKind, string>> = {
  mods: 'm',
  plugins: 'p',
  added: 'a',
  removed: 'r',
  enabled: 'e',
  disabled: 'd',
  moved: 'o',
}

const ID_LENGTH = 5
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Returns the id of a change. */
export function changeId(part: TakenPart, kind: ChangeKind, name: string): string {
  let hash = 0x811c9dc5 // FNV-1a
  for (const character of `${LETTERS[part]}${LETTERS[kind]}${keyOf(name)}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  hash ^= hash >>> 15 // spreads the last characters of the name
  hash = Math.imul(hash, 0x2c1b3c6d) >>> 0
  let id = ''
  for (let at = 0; at < ID_LENGTH; at++) id += ALPHABET[(hash >>> (6 * at)) & 63]
  return id
}

/** Returns the text that selects all changes of a part, or only those of a kind. */
export const allOf = (part: TakenPart, kind?: ChangeKind): string =>
  `${LETTERS[part]}${kind === undefined ? '' : LETTERS[kind]}*`

/** The changes of two lists that can be ticked: their ids with their names, by part and kind. */
type Tickable = Record<TakenPart, Record<ChangeKind, ReadonlyMap<string, string>>>

type Entries = Readonly<Record<ChangeKind, readonly { name: string }[]>>

const NONE: Entries = { added: [], removed: [], enabled: [], disabled: [], moved: [] }

/** Returns the changes that can be ticked. A part that cannot be taken over is null. */
export function tickableOf(mods: Entries | null, plugins: Entries | null): Tickable {
  const partOf = (part: TakenPart, entries: Entries): Tickable[TakenPart] => {
    const idsOf = (kind: ChangeKind) => new Map(entries[kind].map(({ name }) => [changeId(part, kind, name), name]))
    return {
      added: idsOf('added'),
      removed: idsOf('removed'),
      enabled: idsOf('enabled'),
      disabled: idsOf('disabled'),
      moved: idsOf('moved'),
    }
  }
  return { mods: partOf('mods', mods ?? NONE), plugins: partOf('plugins', plugins ?? NONE) }
}

interface Ticks {
  /** The ids of ticked changes of the two lists. */
  ids: Set<string>
  /** The ids of ticks that are not among the changes. */
  missing: ReadonlySet<string>
  /** The state of both lists when the ticks were made; undefined if the text has none. */
  state: string | undefined
  /** Whether a part of the text has another form. */
  isWrong: boolean
}

const PARTS = ['mods', 'plugins'] as const

/** Reads the ticks of an address. */
export function readTicks(text: string, tickable: Tickable): Ticks {
  const ids = new Set<string>()
  const missing = new Set<string>()
  const ticks = { ids, missing, state: undefined as string | undefined, isWrong: false }
  const known = new Set(idsOf(tickable))
  for (const group of text.split('.')) {
    if (group.startsWith('~')) ticks.state = group.slice(1)
    else if (group.includes('*')) {
      const [selector = '', rest = ''] = group.split('*')
      const found = PARTS.flatMap((part) =>
        CHANGE_KINDS.filter((kind) => [allOf(part), allOf(part, kind)].includes(`${selector}*`)).map(
          (kind) => tickable[part][kind],
        ),
      )
      const left = new Set(piecesOf(rest))
      if (found.length === 0) ticks.isWrong = true
      for (const id of found.flatMap((one) => [...one.keys()])) if (!left.has(id)) ids.add(id)
    } else if (group.length % ID_LENGTH !== 0) ticks.isWrong = true
    else {
      for (const id of piecesOf(group)) {
        if (known.has(id)) ids.add(id)
        else missing.add(id)
      }
    }
  }
  return ticks
}

const piecesOf = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / ID_LENGTH) }, (_, at) =>
    text.slice(at * ID_LENGTH, (at + 1) * ID_LENGTH),
  )

const idsOf = (tickable: Tickable, parts: readonly TakenPart[] = PARTS): string[] =>
  parts.flatMap((part) => CHANGE_KINDS.flatMap((kind) => [...tickable[part][kind].keys()]))

/** Number of ticks of a part or kind from which all but the others are written, if those are fewer. */
const MANY = 60

/** Writes ticks as short as possible: for each part either all together, or by kind. */
export function writeTicks(ids: ReadonlySet<string>, tickable: Tickable): string {
  const groupOf = (selector: string, all: readonly string[]) => {
    const ticked = all.filter((id) => ids.has(id))
    const others = all.filter((id) => !ids.has(id))
    return ticked.length > MANY && others.length < ticked.length ? selector + others.join('') : ticked.join('')
  }
  const groups = PARTS.map((part) => {
    const whole = groupOf(allOf(part), idsOf(tickable, [part]))
    const byKind = joined(CHANGE_KINDS.map((kind) => groupOf(allOf(part, kind), [...tickable[part][kind].keys()])))
    return byKind.length < whole.length ? byKind : whole
  })
  return joined(groups)
}

const joined = (groups: readonly string[]): string => groups.filter((group) => group !== '').join('.')

/** Returns what to take over for ticks: `true` for a kind of which all are ticked, else the names. */
export function takeOf(ids: ReadonlySet<string>, tickable: Tickable): Take {
  const partOf = (part: TakenPart) =>
    Object.fromEntries(
      CHANGE_KINDS.map((kind) => [
        kind,
        [...tickable[part][kind]].filter(([id]) => ids.has(id)).map(([, name]) => name),
      ]),
    )
  return { mods: partOf('mods'), plugins: partOf('plugins') }
}

/** Returns the names of taken changes by their ids. */
export const namesById = (take: Take): Map<string, string> =>
  new Map(
    PARTS.flatMap((part) =>
      CHANGE_KINDS.flatMap((kind) => {
        const names = take[part]?.[kind]
        return Array.isArray(names) ? names.map((name) => [changeId(part, kind, name), name] as const) : []
      }),
    ),
  )

/**
 * Rewrites ticks of an address for lists that have changed since. `*` then means the changes that there were, whose ids
 * `before` has, and no later ones.
 */
export const ticksSince = (text: string, before: Iterable<string>): string =>
  [[...before].join(''), ...text.split('.').filter((group) => !group.includes('*'))].join('.')

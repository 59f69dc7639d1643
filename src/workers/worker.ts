import { move } from 'piscina'
import { type Budget, hasDiff, unifiedDiffJson } from '../diff/unified-diff.ts'
import { loadOrderChanges } from '../load-order/comparing/changes.ts'
import { readLoadOrder } from '../load-order/reading/read.ts'
import type { LoadOrderChanges, Note } from '../load-order/schemas.ts'
import { changesMarkdown } from '../load-order/telling/markdown.ts'
import type { ListNames } from '../load-order/telling/sentence.ts'
import { comparedText } from '../text/compared-text.ts'
import { jsonArray } from '../text/json-array.ts'

/*
 * What runs in a thread of the pool: a function for each kind of task. Diffs and load orders know nothing of each other,
 * and neither knows of threads; only here they meet. A task is given the bytes of stored files, in any encoding, and
 * gives bytes that can be sent as they are, handed over to the event loop's thread without a copy.
 */

export interface Task {
  /** Undefined is a file that is not there. */
  files: readonly (Uint8Array | undefined)[]
}

export interface DiffTask extends Task {
  files: readonly [oldFile: Uint8Array | undefined, newFile: Uint8Array | undefined]
  name: string
  budget: Budget
}

/** The unified diff of a file as a JSON string, empty when there is nothing to show. */
function diff({ files: [oldFile, newFile], name, budget }: DiffTask) {
  return move(unifiedDiffJson(name, oldFile && comparedText(oldFile), newFile && comparedText(newFile), budget))
}

export interface ChangesTask extends Task {
  /** Else whether they differ is all that is asked. */
  isRead: boolean
  /** The names of the files, two for each pair: the first list's and the second's. */
  names: readonly (string | undefined)[]
  /** Of pairs whose files are the same, of which the second one is left out. */
  isSame: readonly boolean[]
}

/** Stands in the first line of the bytes. */
export interface ChangesHead {
  /** Which pairs have a diff. */
  differs: boolean[]
  notes: LoadOrderChanges['notes']
}

/** What differs in files of one part of a load order: a line with the head, then the part as JSON, if there is one. */
function changes({ files, isRead, names, isSame }: ChangesTask) {
  const texts = files.map((file) => file && comparedText(file))
  const textAt = (at: number) => (at % 2 === 1 && isSame[at >> 1] ? texts[at - 1] : texts[at])
  const differs = isSame.map((same, pair) => !same && hasDiff(texts[2 * pair], texts[2 * pair + 1]))
  if (!isRead) return withHead({ differs, notes: [] } satisfies ChangesHead, '')

  const read = (list: 0 | 1) => readLoadOrder(profileOf(names, textAt, (at) => at % 2 === list))
  const before = read(0)
  const after = isSame.every((same) => same) ? before : read(1)
  const { mods, plugins, settings, notes } = loadOrderChanges(before, after, [])
  const head: ChangesHead = { differs, notes }
  return withHead(head, JSON.stringify(mods ?? plugins ?? settings[0]) ?? '')
}

export interface LoadOrderTask extends Task {
  names: readonly string[]
}

export interface LoadOrderHead {
  notes: Note[]
}

/** So much of a part of a load order is written; no profile that people play with comes near. */
const MOST_ENTRIES_BYTES = 8 * 2 ** 20
const MOST_SETTINGS_BYTES = 2 ** 20

/** What files of one part of a load order say, in the same form. */
function loadOrder({ files, names }: LoadOrderTask) {
  const texts = files.map((file) => file && comparedText(file))
  const { mods, plugins, settings, notes } = readLoadOrder(profileOf(names, (at) => texts[at]))
  const head: LoadOrderHead = { notes }
  const [ini] = settings
  if (ini === undefined) return withHead(head, jsonArray(mods ?? plugins ?? [], MOST_ENTRIES_BYTES))
  return withHead(
    head,
    `{"file":${JSON.stringify(ini.file)},"settings":${jsonArray(ini.settings, MOST_SETTINGS_BYTES)}}`,
  )
}

export interface MarkdownTask extends Task {
  /** In pieces, the members of the changes as JSON. */
  files: readonly (Uint8Array | undefined)[]
  names: ListNames
}

/** Changes as Markdown. */
function markdown({ files, names }: MarkdownTask) {
  const members = Buffer.concat(files.flatMap((piece) => piece ?? [])).toString()
  const told = JSON.parse(`{${members}}`) as LoadOrderChanges
  return move(new Uint8Array(Buffer.from(changesMarkdown(told, names))))
}

const KINDS = { diff, changes, loadOrder, markdown }

export type Kinds = typeof KINDS

/** A default export alone is loaded while its thread starts: with other names, tasks from source were never begun. */
export default function run<Kind extends keyof Kinds>({
  kind,
  task,
}: {
  kind: Kind
  task: Parameters<Kinds[Kind]>[0]
}) {
  const work = KINDS[kind] as (task: Parameters<Kinds[Kind]>[0]) => ReturnType<Kinds[Kind]>
  return work(task)
}

function profileOf(
  names: readonly (string | undefined)[],
  textAt: (at: number) => Uint8Array | undefined,
  isTaken: (at: number) => boolean = () => true,
) {
  return names.flatMap((name, at) => {
    const text = textAt(at)
    return name === undefined || text === undefined || !isTaken(at)
      ? []
      : [{ name, text: Buffer.from(text).toString() }]
  })
}

function withHead(head: object, body: string) {
  return move(new Uint8Array(Buffer.from(`${JSON.stringify(head)}\n${body}`)))
}

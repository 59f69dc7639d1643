import { type Part, partOf } from '../../load-order/reading/read.ts'
import type { FileChange } from '../../load-order/schemas.ts'
import type { ChangesHead } from '../../workers/worker.ts'
import type { Pair } from '../pairs.ts'
import type { ComparedFile, Task } from '../scheduler.ts'
import { byPlace, groupByPart, type JsonPieces, membersOf, splitHead } from './parts.ts'

export interface ChangesTask<File> extends Task<File> {
  /** Undefined where nothing is read: whether the files differ is all that is asked. */
  part: Part | undefined
  pairs: readonly Pair<File>[]
}

/** One task for each part of a load order that either list has, each ini file, and each other file that may differ. */
export function changesTasks<File extends ComparedFile>(pairs: readonly Pair<File>[]): ChangesTask<File>[] {
  const partOfPair = ({ before, after }: Pair<File>) => partOf((before ?? after)?.cleanName ?? '')
  const others = pairs.filter((pair) => partOfPair(pair) === undefined && !isSame(pair))
  return [
    ...groupByPart(pairs, partOfPair).map(({ part, items }) => taskOf(part, items)),
    ...others.map((pair) => taskOf(undefined, [pair])),
  ]
}

const isSame = ({ before, after }: Pair<ComparedFile>) => before?.hash === after?.hash

const taskOf = <File extends ComparedFile>(
  part: Part | undefined,
  pairs: readonly Pair<File>[],
): ChangesTask<File> => ({
  part,
  pairs,
  key: `changes ${pairs.map(({ before, after }) => `${before?.hash} ${after?.hash}`).join(' ')}`,
  files: pairs.flatMap((pair) => [pair.before, isSame(pair) ? undefined : pair.after]),
  run: (pool, files) =>
    pool.run('changes', {
      files,
      isRead: part !== undefined,
      names: pairs.flatMap(({ before, after }) => [before?.cleanName, after?.cleanName]),
      isSame: pairs.map(isSame),
    }),
})

/** The results of the tasks as one LoadOrderChanges, of which these are the members. */
export function joinChanges<File extends ComparedFile>(
  before: readonly File[],
  after: readonly File[],
  tasks: readonly ChangesTask<File>[],
  results: readonly Uint8Array[],
): JsonPieces {
  const made = results.map((bytes, at) => ({ part: tasks[at]?.part, ...splitHead<ChangesHead>(bytes) }))
  const differing = tasks.flatMap(({ pairs }, at) => pairs.filter((_, place) => made[at]?.head.differs[place]))
  const files = inOrder(before, after, differing).map(fileChange)
  const bodies = (part: Part) => made.filter((one) => one.part === part && one.body.length > 0).map(({ body }) => body)
  const notes = made.flatMap(({ head }) => head.notes)
  const notesOf = (list: 1 | 2) => notes.filter((note) => note.list === list)
  return membersOf([
    ['same', JSON.stringify(files.length === 0)],
    ['mods', bodies('mods')[0] ?? 'null'],
    ['plugins', bodies('plugins')[0] ?? 'null'],
    ['settings', bodies('settings')],
    ['files', JSON.stringify(files)],
    ['notes', JSON.stringify([...byPlace(before, notesOf(1)), ...byPlace(after, notesOf(2))])],
  ])
}

/** As the diffs are ordered: by the first list, then what only the second one has. */
function inOrder<File>(before: readonly File[], after: readonly File[], pairs: readonly Pair<File>[]): Pair<File>[] {
  const placeOf = (pair: Pair<File>) =>
    pair.before !== undefined ? before.indexOf(pair.before) : before.length + after.indexOf(pair.after as File)
  return pairs.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** What a pair that differs is told as, by the second list's name where it has one. */
export function fileChange({ before, after }: Pair<{ cleanName: string }>): FileChange {
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  return { name: (after ?? before)?.cleanName ?? '', change }
}

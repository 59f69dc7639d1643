import { pluginFormOf } from '../../load-order/games.ts'
import { type Part, partsOf } from '../../load-order/reading/read.ts'
import { alignFiles, fileChange, type Pair, pairFiles } from '../pairs.ts'
import { type CachedTask, type ComparedFile, storedFiles } from '../tasks.ts'
import type { ChangesHead } from '../worker/list-changes.ts'
import { splitHead } from '../worker/result.ts'
import type { LogKinds } from './log-kinds.ts'
import { byPlace, groupByPart, type JsonPieces, membersOf } from './parts.ts'

interface CachedChanges<File> extends CachedTask<File> {
  files: readonly File[]
  /** Undefined if the files belong to no part: then the task only finds out whether they differ. */
  part: Part | undefined
  /** For each file name, the files of all lists with that name. */
  rows: readonly Row<File>[]
}

type Row<File> = readonly (File | undefined)[]

/** A list to compare. */
export interface ComparedList<File> {
  files: readonly File[]
  /** The game in addresses of Nexus Mods; null if the site does not have it. */
  domain: string | null
}

/**
 * Returns the tasks that find the changes from each list to the next. There is one for each part of a load order that
 * any list has, for each ini file, and for each other file that may differ. A task loads each file once, even though it
 * compares the file with those of the previous and the next list.
 */
export function changesTasks<File extends ComparedFile>(
  lists: readonly ComparedList<File>[],
  logs: LogKinds,
): CachedChanges<File>[] {
  const rows = alignFiles(lists.map(({ files }) => files))
  const domains = lists.map(({ domain }) => domain)
  const partsOfRow = (row: Row<File>) => [
    ...new Set(row.flatMap((file) => (file ? partsOf(file.cleanName, logs.get(file.hash)) : []))),
  ]
  const others = rows.filter((row) => partsOfRow(row).length === 0 && row.some((file) => file?.hash !== row[0]?.hash))
  return [
    ...groupByPart(rows, partsOfRow).map(({ part, items }) => taskOf(part, items, domains)),
    ...others.map((row) => taskOf(undefined, [row], domains)),
  ]
}

function taskOf<File extends ComparedFile>(
  part: Part | undefined,
  rows: readonly Row<File>[],
  domains: ComparedList<File>['domain'][],
): CachedChanges<File> {
  const forms = part === 'plugins' ? domains.map(pluginFormOf).join() : ''
  const files = [...new Map(rows.flat().flatMap((file) => (file ? [[file.hash, file] as const] : []))).values()]
  const places = new Map(files.map(({ hash }, place) => [hash, place]))
  return {
    part,
    rows,
    key: `changes ${part} ${forms} ${rows.map((row) => row.map((file) => file?.hash).join(' ')).join(',')}`,
    files,
    run: (pool, contents) =>
      pool.run('changes', {
        ...storedFiles(files, contents),
        rows: rows.map((row) => row.map((file) => places.get(file?.hash ?? ''))),
        part,
        domains,
      }),
  }
}

/** The changes from a list to the next. */
interface JoinedStep<File> {
  /** The members of a LoadOrderChanges. */
  members: JsonPieces
  /** Members that responses do not have. */
  details: JsonPieces
  /** The files that differ, if no file of either list is read as mods, plugins or settings; otherwise none. */
  unread: Pair<File>[]
}

/** Joins the results of the tasks. Returns the changes to each list except the first from the list before it. */
export function joinChanges<File extends ComparedFile>(
  lists: readonly ComparedList<File>[],
  tasks: readonly CachedChanges<File>[],
  results: readonly Uint8Array[],
): JoinedStep<File>[] {
  const made = results.map((bytes) => splitHead<ChangesHead>(bytes))
  return lists.slice(1).map(({ files: after }, step) => {
    const before = lists[step]?.files ?? []
    const parts = tasks.map(({ part, rows }, at) => {
      const { head, body } = made[at] ?? NOTHING
      const { differs = [], notes = [], from = 0, to = 0, logs } = head[step] ?? {}
      return {
        part,
        notes,
        logs,
        body: body.subarray(from, to),
        /** Position in the first list, by which the settings of ini files are sorted. */
        place: Math.max(...rows.map((row) => before.indexOf(row[step] as File))),
        isThere: part === 'settings' && rows.some((row) => row[step] ?? row[step + 1]),
        differing: rows.filter((_, row) => differs[row]).flatMap((row) => [row[step], row[step + 1]]),
      }
    })
    return joinStep(
      before,
      after,
      parts.toSorted((one, other) => one.place - other.place),
    )
  })
}

const NOTHING = { head: [], body: new Uint8Array() }

interface PartOfStep<File> {
  part: Part | undefined
  notes: ChangesHead[number]['notes']
  logs: ChangesHead[number]['logs']
  body: Uint8Array
  /** Whether one of the lists has these settings. */
  isThere: boolean
  /** The files of both lists that have a diff. */
  differing: (File | undefined)[]
}

function joinStep<File extends ComparedFile>(
  before: readonly File[],
  after: readonly File[],
  parts: readonly PartOfStep<File>[],
): JoinedStep<File> {
  const differing = new Set(parts.flatMap((part) => part.differing))
  const files = pairFiles(before, after).filter((pair) => differing.has(pair.before ?? pair.after))
  const bodies = (part: Part) => parts.filter((one) => one.part === part && one.body.length > 0).map(({ body }) => body)
  const notes = parts.flatMap(({ notes }) => notes)
  const notesOf = (list: 1 | 2) => notes.filter((note) => note.list === list)
  const isRead = parts.some(({ part, body, isThere }) => isThere || (part !== undefined && body.length > 0))
  const logs = parts.find(({ part }) => part === 'plugins')?.logs
  const members = membersOf([
    ['same', JSON.stringify(files.length === 0)],
    ['mods', bodies('mods')[0] ?? 'null'],
    ['plugins', bodies('plugins')[0] ?? 'null'],
    ['dlls', JSON.stringify(logs?.dlls ?? null)],
    ['log', JSON.stringify(logs?.log ?? null)],
    ['settings', bodies('settings')],
    ['files', JSON.stringify(files.map(fileChange))],
    ['notes', JSON.stringify([...byPlace(before, notesOf(1)), ...byPlace(after, notesOf(2))])],
  ])
  const details = logs?.crashes === undefined ? [] : [Buffer.from(`,"crashes":${JSON.stringify(logs.crashes)}`)]
  return { members, details, unread: isRead || logs?.areRead ? [] : files }
}

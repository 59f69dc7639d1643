import { pluginFormOf } from '../../load-order/games.ts'
import { type Part, partsOf } from '../../load-order/reading/read.ts'
import type { LoadOrder, LoadOrderChanges, Note } from '../../load-order/schemas.ts'
import { alignFiles, fileChange, type Pair, pairFiles } from '../pairs.ts'
import { type CachedTask, type ComparedFile, storedFiles } from '../tasks.ts'
import type { PartOfOrder } from '../worker/kinds.ts'
import type { ChangesOfStep } from '../worker/list-changes.ts'
import type { LogKinds } from './log-kinds.ts'

interface CachedChanges<File> extends CachedTask<File, ChangesOfStep[]> {
  files: readonly File[]
  /** Undefined if the files belong to no part: then the task only finds out whether they differ. */
  part: Part | undefined
  rows: readonly Row<File>[]
}

type Row<File> = readonly (File | undefined)[]

export interface ComparedList<File> {
  files: readonly File[]
  /** The game in addresses of Nexus Mods; null if the site does not have it. */
  domain: string | null
}

/**
 * Returns the tasks that find the changes from each list to the next: one for each part of a load order, for each ini
 * file, and for each other file that may differ. A task loads each file once.
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

interface JoinedStep<File> {
  changes: LoadOrderChanges
  /** The files that differ, if no file of either list is read as mods, plugins or settings; otherwise none. */
  unread: Pair<File>[]
}

/** Joins the results of the tasks. Returns the changes to each list except the first from the list before it. */
export function joinChanges<File extends ComparedFile>(
  lists: readonly ComparedList<File>[],
  tasks: readonly CachedChanges<File>[],
  results: readonly ChangesOfStep[][],
): JoinedStep<File>[] {
  return lists.slice(1).map(({ files: after }, step) => {
    const before = lists[step]?.files ?? []
    const parts = tasks.map(({ part, rows }, at): PartOfStep<File> => {
      const found = results[at]?.[step] ?? { differs: [] }
      return {
        part,
        found,
        /** Position in the first list, by which the settings of ini files are sorted. */
        place: Math.max(...rows.map((row) => before.indexOf(row[step] as File))),
        isThere: part === 'settings' && rows.some((row) => row[step] ?? row[step + 1]),
        differing: rows.filter((_, row) => found.differs[row]).flatMap((row) => [row[step], row[step + 1]]),
      }
    })
    return joinStep(
      before,
      after,
      parts.toSorted((one, other) => one.place - other.place),
    )
  })
}

interface PartOfStep<File> {
  part: Part | undefined
  found: ChangesOfStep
  place: number
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
  const found = parts.map((part) => part.found)
  const notes = found.flatMap(({ notes = [] }) => notes)
  const notesOf = (list: 1 | 2) => notes.filter((note) => note.list === list)
  const mods = found.find((part) => part.mods)?.mods ?? null
  const plugins = found.find((part) => part.plugins)?.plugins ?? null
  const isRead = mods !== null || plugins !== null || parts.some(({ isThere }) => isThere)
  const logs = found.find((part) => part.logs)?.logs
  const changes: LoadOrderChanges = {
    same: files.length === 0,
    mods,
    plugins,
    dlls: logs?.dlls ?? null,
    log: logs?.log ?? null,
    settings: found.flatMap(({ settings = [] }) => settings),
    files: files.map(fileChange),
    notes: [...byPlace(before, notesOf(1)), ...byPlace(after, notesOf(2))],
    ...(logs?.crashes && { crashes: logs.crashes }),
  }
  return { changes, unread: isRead || logs?.areRead ? [] : files }
}

/** Returns a task for each part of a load order that the files contain, and for each ini file. */
export const loadOrderTasks = <File extends ComparedFile>(
  files: readonly File[],
  domain: string | null,
  logs: LogKinds,
): CachedTask<File, PartOfOrder>[] =>
  groupByPart(files, ({ cleanName, hash }) => partsOf(cleanName, logs.get(hash))).map(({ part, items }) => ({
    key: `load-order ${part} ${gameKey(part, domain)} ${items.map(({ hash }) => hash).join(' ')}`,
    files: items,
    run: (pool, contents) => pool.run('loadOrder', { ...storedFiles(items, contents), part, domain }),
  }))

/** Identifies what a part depends on of the list's game. */
function gameKey(part: Part, domain: string | null): string | null {
  if (part === 'settings') return null
  return part === 'mods' ? domain : pluginFormOf(domain)
}

/** Joins the results of the tasks. `notesIfUnread` are added if nothing is read. */
export function joinLoadOrder(
  files: readonly ComparedFile[],
  results: readonly PartOfOrder[],
  notesIfUnread: readonly Note[] = [],
): LoadOrder {
  const mods = results.find((part) => part.mods !== null)?.mods ?? null
  const plugins = results.find((part) => part.plugins !== null)?.plugins ?? null
  const settings = results.flatMap((part) => part.settings)
  const log = results.find((part) => part.log !== null)?.log ?? null
  const notes = byPlace(
    files,
    results.flatMap((part) => part.notes),
  )
  const isRead = mods !== null || plugins !== null || settings.length > 0 || log !== null
  return { mods, plugins, settings, notes: isRead ? notes : [...notes, ...notesIfUnread], log }
}

/** Groups items by the parts of a load order. Each settings item is its own group. */
function groupByPart<Item>(items: readonly Item[], partsOf: (item: Item) => readonly Part[]) {
  const groups: { part: Part; items: Item[] }[] = []
  for (const item of items) {
    for (const part of partsOf(item)) {
      const group = part === 'settings' ? undefined : groups.find((candidate) => candidate.part === part)
      if (group !== undefined) group.items.push(item)
      else groups.push({ part, items: [item] })
    }
  }
  return groups
}

/** Sorts notes by the order of their files. A note on a file that the list does not have comes last. */
function byPlace<Note extends { file: string }>(
  files: readonly { cleanName: string }[],
  notes: readonly Note[],
): Note[] {
  const places = new Map(files.map(({ cleanName }, place) => [cleanName, place]))
  const placeOf = ({ file }: Note) => places.get(file) ?? files.length
  return notes.toSorted((one, other) => placeOf(one) - placeOf(other))
}

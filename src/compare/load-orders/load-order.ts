import { pluginFormOf } from '../../load-order/games.ts'
import { type Part, partsOf } from '../../load-order/reading/read.ts'
import type { Note } from '../../load-order/schemas.ts'
import { type CachedTask, type ComparedFile, storedFiles } from '../tasks.ts'
import { splitHead } from '../worker/result.ts'
import type { LoadOrderHead } from '../worker/worker.ts'
import type { LogKinds } from './log-kinds.ts'
import { byPlace, groupByPart, type JsonPieces, membersOf } from './parts.ts'

interface CachedLoadOrder<File> extends CachedTask<File> {
  part: Part
}

/**
 * Returns a task for each part of a load order that the files contain, and for each ini file. `domain` is the list's
 * game.
 */
export const loadOrderTasks = <File extends ComparedFile>(
  files: readonly File[],
  domain: string | null,
  logs: LogKinds,
): CachedLoadOrder<File>[] =>
  groupByPart(files, ({ cleanName, hash }) => partsOf(cleanName, logs.get(hash))).map(({ part, items }) => ({
    part,
    key: `load-order ${part} ${gameKey(part, domain)} ${items.map(({ hash }) => hash).join(' ')}`,
    files: items,
    run: (pool, contents) => pool.run('loadOrder', { ...storedFiles(items, contents), part, domain }),
  }))

/** Identifies what a part depends on of the list's game. */
function gameKey(part: Part, domain: string | null): string | null {
  if (part === 'settings') return null
  return part === 'mods' ? domain : pluginFormOf(domain)
}

const NULL = Buffer.from('null')

/** Joins the results of the tasks into the members of a LoadOrder. `notesIfUnread` are added if nothing is read. */
export function joinLoadOrder(
  files: readonly ComparedFile[],
  tasks: readonly CachedLoadOrder<ComparedFile>[],
  results: readonly Uint8Array[],
  notesIfUnread: readonly Note[] = [],
): JsonPieces {
  const read = results.map((bytes, at) => ({ part: tasks[at]?.part, ...splitHead<LoadOrderHead>(bytes) }))
  const bodies = (part: Part) => read.filter((one) => one.part === part).map(({ body }) => body)
  const notes = byPlace(
    files,
    read.flatMap(({ head }) => head.notes),
  )
  const isRead = read.some(({ part, head, body }) => head.log !== null || part === 'settings' || !NULL.equals(body))
  return membersOf([
    ['mods', bodies('mods')[0] ?? 'null'],
    ['plugins', bodies('plugins')[0] ?? 'null'],
    ['settings', bodies('settings')],
    ['notes', JSON.stringify(isRead ? notes : [...notes, ...notesIfUnread])],
    ['log', JSON.stringify(read.find(({ head }) => head.log !== null)?.head.log ?? null)],
  ])
}

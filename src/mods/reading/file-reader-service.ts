import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/client.ts'
import type { ListCounts } from '../../lists/counts/queries.ts'
import { type IndexedFile, MAX_INDEXED } from '../../load-order/reading/indexed.ts'
import type { WorkerPool } from '../../workers/pool.ts'
import { TaskTimeout } from '../../workers/worker-process.ts'
import type { FilePart } from '../composition.ts'
import { findContentsOf } from './queries.ts'
import type { IndexKinds } from './worker.ts'

/** Reads files in worker processes. */
export interface FileReader {
  read(file: { name: string; content: Uint8Array }): Promise<IndexedFile>
  /** Reads a plugins.txt next to the loadorder.txt of a list, which decides about its code page. */
  readNextTo(plugins: Uint8Array, loadorder: Uint8Array): Promise<IndexedFile>
  /** Returns exact counts of plugins if a file has more than the index holds; otherwise an empty object. */
  exactCounts(
    db: Db,
    parts: readonly (FilePart & { fileId: number })[],
    domain: string | null,
  ): Promise<Partial<ListCounts>>
  /** Returns the words of each name, by which a search finds it. */
  searchWords(names: readonly string[]): Promise<string[]>
  readonly figures: ReadingFigures
  /** Aborted when the server stops: then nothing has failed. */
  readonly signal: AbortSignal | undefined
  /** Logs that a file or a list has been set aside. */
  logSetAside(what: { fileId: number } | { listId: number }, error: unknown): void
}

/** Numbers of files since the server started. */
export interface ReadingFigures {
  read: number
  failed: number
}

/** Number of contents that took too long which are remembered. */
const TOO_SLOW = 10_000

export function createFileReader(
  pool: Pick<WorkerPool<IndexKinds>, 'run'>,
  logSetAside: FileReader['logSetAside'],
  signal?: AbortSignal,
): FileReader {
  const figures = { read: 0, failed: 0 }
  const tooSlow = new LRUCache<string, TaskTimeout>({ max: TOO_SLOW })

  /** Parses the JSON that a task returns. A task that took too long is not run again for the same contents. */
  async function jsonOf(kind: string, contents: readonly (Uint8Array | string)[], run: () => Promise<Uint8Array>) {
    const key = [kind, ...contents.map((content) => hash('sha256', content, 'base64'))].join(' ')
    const slow = tooSlow.get(key)
    if (slow !== undefined) throw slow
    try {
      return JSON.parse(Buffer.from(await run()).toString())
    } catch (error) {
      if (error instanceof TaskTimeout) tooSlow.set(key, error)
      throw error
    }
  }

  return {
    figures,
    signal,
    logSetAside,

    async read({ name, content }) {
      try {
        const task = { files: [content], names: [name] }
        const indexed = await jsonOf('file', task.files, () => pool.run('indexedFile', task, signal))
        figures.read++
        return indexed
      } catch (error) {
        signal?.throwIfAborted()
        figures.failed++
        throw error
      }
    },

    async readNextTo(plugins, loadorder) {
      const task = { files: [plugins, loadorder], names: ['plugins.txt', 'loadorder.txt'] }
      return jsonOf('file', task.files, () => pool.run('indexedFile', task, signal))
    },

    async exactCounts(db, parts, domain) {
      const plugins = parts.filter(({ plugin }) => plugin)
      if (plugins.length < 2 || plugins.every(({ entries }) => entries <= MAX_INDEXED)) return {}
      const fileIds = plugins.map(({ fileId }) => fileId)
      const contents = await findContentsOf(db, fileIds)
      const files = plugins.flatMap(({ fileId }) => contents.get(fileId) ?? [])
      const task = { files, names: plugins.map(({ file }) => file), domain }
      return jsonOf('counts', files, () => pool.run('pluginCounts', task, signal))
    },

    async searchWords(names) {
      const task = { files: [], names }
      return jsonOf('words', [JSON.stringify(names)], () => pool.run('searchWords', task, signal))
    },
  }
}

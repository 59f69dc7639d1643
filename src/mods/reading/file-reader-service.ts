import type { Statements } from '../../db/statements.ts'
import type { ListCounts } from '../../lists/counts/queries.ts'
import { type IndexedFile, MAX_INDEXED } from '../../load-order/reading/indexed.ts'
import type { WorkerPool } from '../../workers/pool.ts'
import type { FilePart } from '../composition.ts'
import { findContentsOf } from './queries.ts'
import type { IndexKinds } from './worker.ts'

/** Reads files in worker processes. */
export interface FileReader {
  read(file: { name: string; content: Uint8Array }): Promise<IndexedFile>
  /** Returns exact counts of plugins if a file has more than the index holds; otherwise an empty object. */
  exactCounts(db: Statements, parts: readonly (FilePart & { fileId: number })[]): Promise<Partial<ListCounts>>
  /** Returns the words of each name, by which a search finds it. */
  searchWords(names: readonly string[]): Promise<string[]>
  readonly figures: ReadingFigures
}

/** Numbers of files since the server started. */
export interface ReadingFigures {
  read: number
  failed: number
}

export function createFileReader(
  pool: Pick<WorkerPool<IndexKinds>, 'run'>,
  onError: (error: unknown) => void,
): FileReader {
  const figures = { read: 0, failed: 0 }
  return {
    figures,

    async read({ name, content }) {
      try {
        const json = await pool.run('indexedFile', { files: [content], names: [name] })
        figures.read++
        return JSON.parse(Buffer.from(json).toString())
      } catch (error) {
        figures.failed++
        onError(error)
        throw error
      }
    },

    async exactCounts(db, parts) {
      const plugins = parts.filter(({ plugin }) => plugin)
      if (plugins.length < 2 || plugins.every(({ entries }) => entries <= MAX_INDEXED)) return {}
      const fileIds = plugins.map(({ fileId }) => fileId)
      const contents = await findContentsOf(db, fileIds)
      const files = plugins.flatMap(({ fileId }) => contents.get(fileId) ?? [])
      const json = await pool.run('pluginCounts', { files, names: plugins.map(({ file }) => file) })
      return JSON.parse(Buffer.from(json).toString())
    },

    async searchWords(names) {
      return JSON.parse(Buffer.from(await pool.run('searchWords', { files: [], names })).toString())
    },
  }
}

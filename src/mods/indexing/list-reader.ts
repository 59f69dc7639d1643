import type { IndexedNames } from '../../load-order/reading/indexed.ts'
import type { WorkerPool } from '../../workers/pool.ts'
import { resultOf } from '../../workers/serve.ts'
import type { IndexKinds } from './kinds.ts'

export interface ListReader {
  read(list: { files: readonly Uint8Array[]; names: readonly string[]; domain: string | null }): Promise<IndexedNames>
  searchWords(names: readonly string[]): Promise<string[]>
  readonly figures: ReadingFigures
  /** Aborted when the server stops: then nothing has failed. */
  readonly signal: AbortSignal | undefined
  /** Logs that a list has been set aside. */
  logSetAside(listId: number, error: unknown): void
}

/** Numbers since the server started: files that were read, and attempts to read a list that failed. */
export interface ReadingFigures {
  read: number
  failed: number
}

export function createListReader(
  pool: Pick<WorkerPool<IndexKinds>, 'run'>,
  logSetAside: ListReader['logSetAside'],
  signal?: AbortSignal,
): ListReader {
  const figures = { read: 0, failed: 0 }
  return {
    figures,
    signal,
    logSetAside,

    async read(list) {
      try {
        const names = resultOf(await pool.run('indexedNames', list, signal))
        figures.read += list.files.length
        return names
      } catch (error) {
        signal?.throwIfAborted()
        figures.failed++
        throw error
      }
    },

    searchWords: async (names) => resultOf(await pool.run('searchWords', { names }, signal)),
  }
}

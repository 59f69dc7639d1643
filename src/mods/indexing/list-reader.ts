import type { IndexedNames } from '../../load-order/reading/indexed.ts'
import type { WorkerPool } from '../../workers/pool.ts'
import { resultOf } from '../../workers/serve.ts'
import type { IndexKinds } from './kinds.ts'

/** Numbers since the server started: files that were read, and attempts to read a list that failed. */
export interface ReadingFigures {
  read: number
  failed: number
}

export type ListReader = ReturnType<typeof createListReader>

/** Returns a reader of lists in a worker. `logSetAside` logs a list that failed too often; `signal` aborts at the stop of the server. */
export function createListReader(
  pool: Pick<WorkerPool<IndexKinds>, 'run'>,
  logSetAside: (listId: number, error: unknown) => void,
  signal?: AbortSignal,
) {
  const figures: ReadingFigures = { read: 0, failed: 0 }
  return {
    figures,
    signal,
    logSetAside,

    async read(list: Parameters<IndexKinds['indexedNames']>[0]): Promise<IndexedNames> {
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

    searchWords: async (names: readonly string[]): Promise<string[]> =>
      resultOf(await pool.run('searchWords', { names }, signal)),
  }
}

import { LRUCache } from 'lru-cache'
import type { LogKind } from '../../load-order/reading/read.ts'
import { mayBeStoredLog } from '../../load-order/reading/stored-profile.ts'
import { type CachedTask, type ComparedFile, type Load, storedFiles } from '../tasks.ts'

export type LogKinds = ReadonlyMap<string, LogKind>

/** The logs among files, and a function that loads files without loading again what has been loaded. */
interface FoundLogs<File> {
  logs: LogKinds
  load: Load<File>
}

type Results = <File, Value>(
  tasks: readonly CachedTask<File, Value>[],
  load: Load<File>,
  signal?: AbortSignal,
) => Promise<Value[]>

/** Number of files that are remembered, whether they can be logs or not. */
const MAX_SEEN = 50_000

/**
 * Returns a function that finds the logs among files. A log can have any name. Approach: this process looks for a text
 * that all logs have, and a worker reads those files. Both results are cached by the content. Guarantee: known files
 * are not loaded for this, and no file is loaded twice for one response. Tests: test/compare/load-orders/logs.test.ts.
 */
export function createLogFinder(results: Results) {
  const seen = new LRUCache<string, boolean>({ max: MAX_SEEN })

  return async <File extends ComparedFile>(
    files: readonly File[],
    load: Load<File>,
    signal?: AbortSignal,
  ): Promise<FoundLogs<File>> => {
    const loaded = new Map<string, Uint8Array>()
    const loadOnce: Load<File> = async (file) => loaded.get(file.hash) ?? load(file)
    const candidates: File[] = []
    for (const file of new Map(files.map((file) => [file.hash, file])).values()) {
      const known = seen.get(file.hash)
      if (known === false) continue
      signal?.throwIfAborted()
      if (known === undefined) {
        const content = await load(file)
        loaded.set(file.hash, content)
        seen.set(file.hash, mayBeStoredLog([content]))
      }
      if (seen.get(file.hash)) candidates.push(file)
    }
    const tasks = candidates.map(
      (file): CachedTask<File, LogKind> => ({
        key: `log-kind ${file.hash}`,
        files: [file],
        run: (pool, contents) => pool.run('logKind', storedFiles([file], contents)),
      }),
    )
    const found = await results(tasks, loadOnce, signal)
    const logs = new Map(candidates.map(({ hash }, at) => [hash, found[at] ?? null]))
    return { logs, load: loadOnce }
  }
}

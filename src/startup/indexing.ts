import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import type { IndexKinds } from '../mods/indexing/kinds.ts'
import { createListReader, type ListReader } from '../mods/indexing/list-reader.ts'
import { indexAll } from '../mods/indexing/service.ts'
import { createPool } from '../workers/pool.ts'
import { createBackground } from './background-work.ts'

/** Pause between two checks for lists to index, in milliseconds. */
const POLL_MS = 500

const RETRY_MS = 5_000

/** Memory of the worker. Collecting the young generation more often costs processor time that nobody waits for. */
const MEMORY = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 1_024 }

/** Indexes mods and plugins in the background, in a worker thread of its own, so that nothing waits for it. */
export function createIndexing(context: Context, logger: FastifyBaseLogger, isOutdated: () => Promise<boolean>) {
  const pool = createPool<IndexKinds>({ program: readerProgram(), size: 1, resourceLimits: MEMORY })
  const closing = new AbortController()
  const { signal } = closing
  const inBackground = createBackground(isOutdated, signal)
  const logSetAside: ListReader['logSetAside'] = (listId, err) =>
    logger.warn(
      { listId, err },
      'a list was set aside for the index of mods, because it failed; it is tried again later',
    )
  const reader = createListReader(pool, logSetAside, signal)
  let running = Promise.resolve()

  async function run() {
    while (!signal.aborted) {
      let wait = POLL_MS
      try {
        await inBackground((signal) => indexAll(context, reader, signal))
      } catch (err) {
        wait = RETRY_MS
        if (!signal.aborted) logger.warn({ err }, 'indexing mods failed; retrying in a few seconds')
      }
      await delay(wait, undefined, { signal }).catch(() => {})
    }
  }

  return {
    figures: reader.figures,
    start: () => {
      running = run()
    },
    /** Stops. What is being read is read again at the next start. */
    async close() {
      closing.abort()
      await running
      await pool.close()
    },
  }
}

/** Returns the path of the program that reads files: next to this one in a bundle, otherwise its source. */
function readerProgram(): string {
  const name = import.meta.url.endsWith('.ts') ? '../mods/indexing/worker.ts' : './index-worker.js'
  return fileURLToPath(new URL(name, import.meta.url))
}

import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { indexAll } from '../mods/indexing/service.ts'
import { createFileReader, type ReadingFigures } from '../mods/reading/service.ts'
import type { IndexKinds } from '../mods/reading/worker.ts'
import { createPool } from '../workers/pool.ts'

/** How often a server looks for files and lists that wait. */
const POLL_MS = 500

/** How long it waits after an error. */
const RETRY_MS = 5_000

/** How long one file may take: those that take longer are made to be slow. */
const FILE_MS = 30_000

export interface Indexing {
  figures: ReadingFigures
  /** Begins to look for work. */
  start(): void
  /** Ends after the present transaction. */
  close(): Promise<void>
}

/**
 * Indexes mods and plugins in the background. The files are read in one worker process of its own, so that neither requests nor
 * comparisons wait for it, and a backlog takes one core at most.
 */
export function createIndexing(context: Context, logger: FastifyBaseLogger): Indexing {
  const pool = createPool<IndexKinds>({ program: readerProgram(), size: 1, taskMs: FILE_MS })
  const reader = createFileReader(pool, (err) => logger.warn({ err }, 'a file was not read for the index of mods'))
  const closing = new AbortController()
  const { signal } = closing
  let running = Promise.resolve()

  async function run() {
    while (!signal.aborted) {
      let wait = POLL_MS
      try {
        await indexAll(context, reader, signal)
      } catch (err) {
        wait = RETRY_MS
        if (!signal.aborted) logger.warn({ err }, 'indexing mods failed; it goes on in a few seconds')
      }
      await delay(wait, undefined, { signal }).catch(() => {})
    }
  }

  return {
    figures: reader.figures,
    start: () => {
      running = run()
    },
    async close() {
      closing.abort()
      await running
      await pool.close()
    },
  }
}

/** Returns the path of the program that reads files: beside this one if both are bundled, else its source. */
function readerProgram(): string {
  const name = import.meta.url.endsWith('.ts') ? '../mods/reading/worker.ts' : './index-worker.js'
  return fileURLToPath(new URL(name, import.meta.url))
}

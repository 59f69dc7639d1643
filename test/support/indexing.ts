import { join } from 'node:path'
import { inject } from 'vitest'
import { createListReader } from '../../src/mods/indexing/list-reader.ts'
import { indexAll } from '../../src/mods/indexing/service.ts'
import type { IndexKinds } from '../../src/mods/indexing/worker.ts'
import { createPool, type WorkerPool } from '../../src/workers/pool.ts'
import { it as base } from './it.ts'

interface IndexFixtures {
  /** Indexes all waiting lists, like a server in the background. */
  indexMods: () => Promise<void>
}

/** `it` with a function that updates the index of mods. */
export const it = base.extend<{ $test: IndexFixtures; $file: { readers: WorkerPool<IndexKinds> } }>({
  readers: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern
    async ({}, use) => {
      const pool = createPool<IndexKinds>({ size: 1, program: join(inject('programs'), 'index-worker.js') })
      await use(pool)
      await pool.close()
    },
    { scope: 'file' },
  ],
  indexMods: async ({ catalog, readers }, use) => {
    const reader = createListReader(readers, () => {})
    await use(() => indexAll(catalog, reader))
    if (reader.figures.failed > 0) throw new Error('The worker failed to read a list.')
  },
})

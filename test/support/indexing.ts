import { type IndexKinds, KINDS } from '../../src/mods/indexing/kinds.ts'
import { createListReader } from '../../src/mods/indexing/list-reader.ts'
import { indexAll } from '../../src/mods/indexing/service.ts'
import type { WorkerPool } from '../../src/workers/pool.ts'
import { inProcess } from './differ.ts'
import { it as base } from './it.ts'

interface IndexFixtures {
  /** Indexes all waiting lists, like a server in the background. */
  indexMods: () => Promise<void>
}

/** `it` with a function that updates the index of mods. */
export const it = base.extend<{ $test: IndexFixtures; $worker: { readers: WorkerPool<IndexKinds> } }>({
  readers: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern
    async ({}, use) => {
      await use(inProcess<IndexKinds>(KINDS))
    },
    { scope: 'worker' },
  ],
  indexMods: async ({ catalog, readers }, use) => {
    const reader = createListReader(readers, () => {})
    await use(() => indexAll(catalog, reader))
    if (reader.figures.failed > 0) throw new Error('The worker failed to read a list.')
  },
})

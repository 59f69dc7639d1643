import { statfsSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { SLOW } from './vitest.slow.ts'

/** Where there is so much of it, what tests write goes to memory: the disk of a busy machine can hold them up for long. */
const ROOM = 4 * 2 ** 30
const MEMORY = '/dev/shm'

if (process.env.TMPDIR === undefined && roomOf(MEMORY) > ROOM) process.env.TMPDIR = MEMORY

function roomOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0 // there is none
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...SLOW],
    globalSetup: 'test/support/global-setup.ts',
    maxWorkers: 3, // they wait for processes more than they compute
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: {
      include: ['src/**'],
      // The entry points run in processes and threads of their own, which are not measured.
      exclude: ['src/db/generated/**', 'src/server.ts', 'src/cli.ts', 'src/compare/worker.ts'],
      reporter: ['text-summary'],
      reportOnFailure: true,
      thresholds: { statements: 95 },
    },
  },
})

import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { SLOW } from './vitest.slow.ts'

/** Where there is so much of it, what tests write goes to memory: the disk of a busy machine can hold them up for long. */
const ROOM = 4 * 2 ** 30
const MEMORY = '/dev/shm'

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > ROOM
  } catch {
    return false
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...SLOW],
    globalSetup: 'test/support/global-setup.ts',
    env: { TMPDIR: process.env.TMPDIR ?? (hasRoom(MEMORY) ? MEMORY : tmpdir()) },
    maxWorkers: 3, // they wait for processes more than they compute
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: {
      include: ['src/**'],
      // The entry points run in processes and threads of their own, which are not measured.
      exclude: ['src/db/generated/**', 'src/server.ts', 'src/cli.ts', 'src/diff/worker.ts'],
      reporter: ['text-summary'],
      reportOnFailure: true,
      thresholds: { statements: 95 },
    },
  },
})

import { defineConfig } from 'vitest/config'
import { SLOW } from './vitest.slow.ts'

/** Drills that wait for a clock more than they work run side by side; all others run alone, for their figures. */
const WAITING = ['test/faults/{sweep,slow-clients,rate-limits}.drill.ts']

const common = { testTimeout: 180_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    globalSetup: 'test/support/global-setup.ts', // one for both
    projects: [
      { test: { ...common, name: 'waiting', include: WAITING, maxWorkers: 2, sequence: { groupOrder: 0 } } },
      {
        test: {
          ...common,
          name: 'working',
          include: ['test/faults/**/*.drill.ts', ...SLOW],
          exclude: WAITING,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'
import { SLOW } from './vitest.slow.ts'

export default defineConfig({
  test: {
    include: ['test/faults/**/*.drill.ts', ...SLOW],
    globalSetup: 'test/support/global-setup.ts',
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
})

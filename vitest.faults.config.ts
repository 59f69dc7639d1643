import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/faults/**/*.drill.ts'],
    globalSetup: 'test/support/global-setup.ts',
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
})

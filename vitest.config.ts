import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    maxWorkers: 2, // they wait for processes more than they compute
    testTimeout: 30_000,
    hookTimeout: 60_000,
    coverage: {
      include: ['src/**'],
      exclude: ['src/db/generated/**'],
      reporter: ['text-summary'],
      thresholds: { statements: 95 },
    },
  },
})

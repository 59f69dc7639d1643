import { configDefaults, defineConfig } from 'vitest/config'
import { SLOW } from './vitest.slow.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...SLOW],
    globalSetup: 'test/support/global-setup.ts',
    maxWorkers: 2, // they wait for processes more than they compute
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

import { defineConfig } from 'vitest/config'

/** What installs from the registry and builds: minutes, and so not among the tests of every change. */
export default defineConfig({
  test: {
    include: ['test/image/*.drill.ts'],
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 900_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
})

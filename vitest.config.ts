import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Quick tests, which `npm test` runs. Slow tests are in `.slow.test.ts`, in the kinds below; each kind has a script.
 */
const TESTS = 'test/**/!(*.slow).test.ts'
/**
 * Tests that start programs (servers, commands, PostgreSQL, compilers), wait for deadlines, or use many inputs, rows or
 * routes.
 */
const SLOW = 'test/!(faults|image|website)/**/*.slow.test.ts'
/** Tests that open pages in a browser, or many pages without one. */
const PAGES = 'test/website/**/*.slow.test.ts'
/** Tests that kill, freeze, disconnect or fill up a running service. */
const FAULTS = ['test/faults/**/*.slow.test.ts', 'test/db/embedded/{crash,containers}.slow.test.ts']
/**
 * Fault tests that mostly wait, for times or for starts of PostgreSQL, run in parallel. All others run alone, so that their
 * figures can be compared.
 */
const WAITING = [
  'test/faults/*/{frozen-writer,newer-version,rate-limits,slow-clients,sweep,unread-*}.slow.test.ts',
  'test/db/embedded/{crash,containers}.slow.test.ts',
]
/** Tests that install from the registry and build, which takes minutes. */
const IMAGE = 'test/image/*.slow.test.ts'

/** As many workers as cores, from two to four. The test database has connections for four. */
const WORKERS = Math.min(Math.max(2, availableParallelism()), 4)

/** The timeouts only catch tests that hang, because a busy machine can be ten times as slow as an idle one. */
const common = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } }

export default defineConfig({
  test: {
    globalSetup: 'test/support/global-setup.ts', // one for all projects
    projects: [
      {
        test: {
          ...common,
          name: 'tests',
          include: [TESTS],
          isolate: false, // a worker loads all modules once, instead of once for each file
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'slow',
          include: [SLOW],
          exclude: FAULTS,
          isolate: false,
          maxWorkers: 2, // they start servers: with more, slow machines refuse the first requests (503)
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: 'pages',
          include: [PAGES],
          isolate: false,
          maxWorkers: 2, // browsers compute: with more, slow machines refuse requests (503)
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: { ...common, name: 'faults-waiting', include: WAITING, maxWorkers: 2, sequence: { groupOrder: 2 } },
      },
      {
        test: {
          ...common,
          name: 'faults-working',
          include: FAULTS,
          exclude: WAITING,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...common,
          name: 'image',
          include: [IMAGE],
          testTimeout: 900_000,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
    coverage: {
      include: ['src/**'],
      // Code that runs only in other processes or in browsers is not measured.
      exclude: [
        'src/db/generated/**',
        'src/server.ts',
        'src/cli.ts',
        'src/user-cli.ts',
        'src/commands/process.ts',
        'src/workers/serve.ts',
        'src/compare/worker/**',
        'src/website/browser/**',
      ],
      reporter: ['text-summary', 'json-summary'],
      reportOnFailure: true,
      thresholds: { statements: 85 }, // of the quick tests; slow tests mostly run code in other processes
    },
  },
})

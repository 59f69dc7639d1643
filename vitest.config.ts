import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests that need no database, no program and no browser: what one runs all day. */
const UNIT = [
  'test/{concurrency,diff,load-order,text}/**/!(*.slow).test.ts',
  'test/config.test.ts',
  'test/project/!(patterns|run-if-needed|routes|*.slow).test.ts',
  'test/compare/culprit/{answers,search}.test.ts',
  'test/http/limits/attempt-limit.test.ts',
  'test/http/request/paging.test.ts',
  'test/lists/writing/{links,profile/personal-data,slugs/slug}.test.ts',
  'test/startup/background.test.ts',
  'test/website/{browser/guess,components}.test.ts',
]
/** All quick tests, which `npm test` runs. Slow tests are in `.slow.test.ts`, in the kinds below; each kind has a script. */
const TESTS = 'test/**/!(*.slow).test.ts'
/**
 * Tests that start programs (servers, commands, PostgreSQL, compilers), wait for deadlines, or use many inputs, rows or
 * routes.
 */
const SLOW = 'test/!(faults|image|website)/**/*.slow.test.ts'
/** Tests that open pages in a browser, or many pages without one. */
const PAGES = 'test/website/**/*.slow.test.ts'
/** Of these, what people do on the website from beginning to end. */
const JOURNEYS = ['test/website/browser/journeys/*.slow.test.ts']
/** Tests that kill a running service or its database, or fill up the disk. */
const FAULTS = [
  'test/faults/database/{away,disk}.slow.test.ts',
  'test/faults/servers/{backup,coherence,server-killed,several-servers,shutdown}.slow.test.ts',
  'test/db/embedded/containers.slow.test.ts',
]
/** Other fault tests, which run with the slow tests. */
const OTHER_FAULTS = 'test/{faults/**,db/embedded}/*.slow.test.ts'
/** Tests that install from the registry and build, which takes minutes. */
const IMAGE = 'test/image/*.slow.test.ts'

/** As many workers as cores, from two to four. The test database has connections for four. */
const WORKERS = Math.min(Math.max(2, availableParallelism()), 4)

/** The timeouts only catch tests that hang, because a busy machine can be ten times as slow as an idle one. */
const common = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } }

/** Starts the database, which unit tests do not need. */
const globalSetup = 'test/support/global-setup.ts'
/** Also builds the files that pages load, so that a browser tests the sources as they are. */
const browserSetup = [globalSetup, 'test/support/website/assets-setup.ts']

export default defineConfig({
  test: {
    reporters: ['./test/support/reporter.ts'],
    slowTestThreshold: 600_000, // slower tests are listed below their file
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: UNIT,
          isolate: false, // a worker loads all modules once, instead of once for each file
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'tests',
          globalSetup,
          include: [TESTS], // with those of `unit`, so that a worker loads each module once
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'slow',
          globalSetup,
          include: [SLOW, OTHER_FAULTS],
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
          globalSetup: browserSetup,
          include: [PAGES],
          isolate: false,
          maxWorkers: 2, // browsers compute: with more, slow machines refuse requests (503)
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...common,
          name: 'journeys',
          globalSetup: browserSetup,
          include: JOURNEYS,
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: { ...common, name: 'faults', globalSetup, include: FAULTS, maxWorkers: 1, sequence: { groupOrder: 3 } },
      },
      {
        test: {
          ...common,
          name: 'image',
          globalSetup,
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

import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Quick tests, which `npm test` runs. The slow ones, in `.slow.test.ts`, have a script for each of the kinds below. */
const TESTS = 'test/**/!(*.slow).test.ts'
/** Tests that start programs (servers, commands, PostgreSQL, compilers), wait for deadlines, or use very many inputs or rows. */
const SLOW = 'test/!(faults|image|website)/**/*.slow.test.ts'
/** Tests that open pages in a browser. */
const PAGES = 'test/website/**/*.slow.test.ts'
/** Tests that kill, freeze, cut off and fill up a running service. */
const FAULTS = ['test/faults/**/*.slow.test.ts', 'test/db/embedded/{crash,containers}.slow.test.ts']
/** Fault tests that mostly wait run in parallel; all others run alone, so that their figures can be compared. */
const WAITING = 'test/faults/*/{sweep,slow-clients,rate-limits,unread-answers}.slow.test.ts'
/** Tests that install from the registry and build. They take minutes. */
const IMAGE = 'test/image/*.slow.test.ts'

/** As many workers as cores: each reads all modules once. The test database has connections for four. */
const WORKERS = Math.min(Math.max(2, availableParallelism()), 4)

/** The timeouts only catch tests that hang: a busy machine can take ten times as long as an idle one. */
const common = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } }

export default defineConfig({
  test: {
    globalSetup: 'test/support/global-setup.ts', // one for all projects
    projects: [
      {
        test: {
          ...common,
          name: 'tests',
          include: [TESTS],
          isolate: false, // a worker reads the modules once: anew for each file they take half of the time
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
          maxWorkers: 3, // they wait for processes more than they compute
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: 'pages',
          include: [PAGES],
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: { ...common, name: 'faults-waiting', include: [WAITING], maxWorkers: 2, sequence: { groupOrder: 2 } },
      },
      {
        test: {
          ...common,
          name: 'faults-working',
          include: FAULTS,
          exclude: [WAITING],
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
      // What runs in processes and browsers of its own is not measured.
      exclude: [
        'src/db/generated/**',
        'src/server.ts',
        'src/cli.ts',
        'src/workers/!(pool|worker-process|messages).ts',
        'src/website/browser/**',
      ],
      reporter: ['text-summary', 'json-summary'],
      reportOnFailure: true,
      thresholds: { statements: 95 }, // as root: an ordinary user does not run the server as another one
    },
  },
})

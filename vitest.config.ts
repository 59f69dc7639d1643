import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** A test is what is quick and `npm test` runs; a drill takes its time, and has a script of its own by what takes it. */
const TESTS = 'test/**/*.test.ts'
/** Starting programs (servers, commands, PostgreSQL, compilers), waiting for deadlines, very many inputs or rows. */
const SLOW = 'test/!(faults|image|website)/**/*.drill.ts'
/** Looking at pages in a browser. */
const PAGES = 'test/website/**/*.drill.ts'
/** Breaking what runs. */
const FAULTS = ['test/faults/**/*.drill.ts', 'test/db/embedded/{crash,containers}.drill.ts']
/** Drills that wait for a clock more than they work run side by side; all others run alone, for their figures. */
const WAITING = 'test/faults/*/{sweep,slow-clients,rate-limits,unread-answers}.drill.ts'
/** What installs from the registry and builds: minutes. */
const IMAGE = 'test/image/*.drill.ts'

/** One more than there are cores would only read the modules once more; the database has connections for four. */
const WORKERS = Math.min(Math.max(2, availableParallelism()), 4)

/** They are for what hangs. A machine that does other things takes ten times as long, and that is no fault of the code. */
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
        test: { ...common, name: 'drills-waiting', include: [WAITING], maxWorkers: 2, sequence: { groupOrder: 2 } },
      },
      {
        test: {
          ...common,
          name: 'drills-working',
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

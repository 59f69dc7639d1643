import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import supertest from 'supertest'
import { test } from 'vitest'
import { type AppOptions, buildApp } from '../../src/app.ts'
import type { CompareContext, Differ } from '../../src/compare/differ.ts'
import { loadConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { clearDatabase } from './database/clear.ts'
import { copyDatabase, TIMEOUTS } from './database/own.ts'
import { createTestDiffer } from './differ.ts'
import { type TokenOptions, userToken } from './requests/authorization.ts'

/** The default settings without a write rate limit, because tests send many writes per minute. */
export const options: AppOptions = {
  ...loadConfig({ WRITE_RATE_LIMIT: '0' }),
  logger: pino({ level: 'silent' }),
}

/** The time of the clock at the start of each test. */
export const START = new Date('2026-11-20T08:30:00.123Z')

interface Clock {
  now: Date
  advance(milliseconds: number): void
}

interface WorkerFixtures {
  /** The address of the worker's database, which `db` clears for each test. Tests that change its schema use `ownDatabase`. */
  url: string
  database: Database
  differ: Differ
  app: FastifyInstance
  sharedClock: Clock
}

export interface TestFixtures {
  /** The database, which contains only the games. */
  db: Database
  clock: Clock
  catalog: CompareContext
  api: ReturnType<typeof supertest>
  /** The port of the same application, for handwritten requests. */
  port: number
  /** Creates a user and returns a token, with all abilities by default. */
  signIn: SignIn
}

type SignIn = (name: string, options?: TokenOptions) => Promise<string>

/** `it` with an empty database and the application over it. All tests of a worker share both. */
export const it = test.extend<{ $test: TestFixtures; $worker: WorkerFixtures }>({
  url: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern
    async ({}, use) => {
      const copy = await copyDatabase()
      await use(copy.url)
      await copy.drop()
    },
    { scope: 'worker' },
  ],
  database: [
    async ({ url }, use) => {
      const database = openDatabase(url, { timeouts: TIMEOUTS })
      await use(database)
      await database.$disconnect()
    },
    { scope: 'worker' },
  ],
  sharedClock: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const clock: Clock = {
        now: START,
        advance: (milliseconds) => {
          clock.now = new Date(clock.now.getTime() + milliseconds)
        },
      }
      await use(clock)
    },
    { scope: 'worker' },
  ],
  differ: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const differ = createTestDiffer({ cacheBytes: 2 ** 24 })
      await use(differ)
      await differ.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ database, sharedClock, differ }, use) => {
      const app = await buildApp(contextOf(database, sharedClock, differ), options)
      await app.listen({ host: '127.0.0.1', port: 0 }) // otherwise supertest would listen for each request
      await use(app)
      await app.close()
    },
    { scope: 'worker' },
  ],
  db: async ({ database }, use) => {
    await clearDatabase(database)
    await use(database)
  },
  clock: async ({ sharedClock }, use) => {
    sharedClock.now = START
    await use(sharedClock)
  },
  catalog: async ({ db, clock, differ }, use) => use(contextOf(db, clock, differ)),
  // The database and the clock are dependencies so that they are reset for each test that uses the API.
  api: async ({ app, db: _, clock: __ }, use) => {
    await use(supertest(app.server))
  },
  port: async ({ app, db: _, clock: __ }, use) => {
    await use((app.server.address() as AddressInfo).port)
  },
  // The fixture's value is a function too, so the types of the parameters must be given.
  signIn: async ({ catalog }: { catalog: CompareContext }, use: (signIn: SignIn) => Promise<void>) =>
    use((name, options) => userToken(catalog, name, options)),
})

function contextOf(db: Database, clock: Clock, differ: Differ): TestFixtures['catalog'] {
  return {
    db,
    clock: () => clock.now,
    differ,
    maxRevisions: 100,
    urls: { api: 'https://api.example.com', website: 'https://www.example.com' },
  }
}

import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  ask,
  browse,
  create,
  formOf,
  isPage,
  isRefusal,
  keepAsking,
  pagesOf,
  report,
  slowestOf,
  store,
  wrongOf,
} from '../../support/faults/traffic.ts'
import { signal } from '../../support/processes/children.ts'
import {
  kill,
  newDataDir,
  postmasterOf,
  query as rowsOf,
  startClient,
} from '../../support/processes/embedded-clients.ts'
import { type ServerProcess, startServer, stop } from '../../support/processes/programs.ts'

const DEADLINE = { interval: 50 }

/** The settings of the servers: the default limits of the database, which other tests raise. */
const SETTINGS = {
  WRITE_RATE_LIMIT: '0',
  DATABASE_CONNECTION_SECONDS: '15',
  DATABASE_STATEMENT_SECONDS: '15',
  DATABASE_LOCK_SECONDS: '15',
}

const POOL = 25

/** Two lists that no test changes, for the pages. */
const SHOWN = ['shown', 'shown-2'] as const
const PAGES = pagesOf(...SHOWN)

/** Stores the two lists and returns the owner key of the first. */
async function storeShown(server: ServerProcess): Promise<string> {
  const { status, headers } = await create(server, 'Shown', { 'modlist.txt': '+Shown\n' })
  expect(status).toBe(201)
  await store(server, 'Shown', { 'modlist.txt': '+Shown\n' })
  return headers.get('owner-key') ?? ''
}

/** Starts several clients that read, write and open pages of all kinds. */
async function startTraffic(server: ServerProcess, width = 12) {
  const { address } = server
  if ((await ask(`${address}/v1/lists/${SHOWN[0]}`)).status === 404) await storeShown(server)
  return keepAsking(width, (number) => {
    if (number % 4 === 0) return ask(`${address}/v1/lists`)
    if (number % 4 === 1) return ask(`${address}/v1/games`)
    if (number % 4 === 2) return browse(`${address}${PAGES[(number >> 2) % PAGES.length]}`)
    return create(server, `List ${number}`, { 'a.txt': `a ${number}` })
  })
}

/** Paths of the website's forms that create, change and delete a list. */
const FORMS = ['/upload', `/lists/${SHOWN[0]}/edit`, `/lists/${SHOWN[0]}/delete`]

const sendForm = ({ address }: ServerProcess, path: string, key: string) =>
  browse(address + path, { method: 'POST', body: formOf('Typed', { 'typed.txt': 'typed' }, { owner_key: key }) })

/** Selects everything that the forms stored. */
const TYPED = `SELECT name FROM lists WHERE name = 'Typed' UNION ALL SELECT clean_name FROM files WHERE clean_name = 'typed.txt'`

/** Selects the number of files and archived revisions of each shown list. */
const SHOWN_LISTS = `SELECT slug, name, (SELECT count(*)::int FROM list_files WHERE list_id = lists.id),
  (SELECT count(*)::int FROM list_revisions WHERE list_id = lists.id) FROM lists WHERE slug LIKE 'shown%' ORDER BY slug`

/** Waits until reads and writes succeed again. */
async function recovery(server: ServerProcess): Promise<void> {
  const { address, child, exit } = server
  await expect
    .poll(async () => {
      if (child.exitCode !== null) throw new Error(`The server has ended: ${(await exit).err}`)
      const write = create(server, 'Back', { 'a.txt': 'a' })
      const pages = PAGES.map((path) => browse(address + path))
      const answers = await Promise.all([
        ask(`${address}/readyz`),
        ask(`${address}/v1/lists?page[size]=1`),
        write,
        ...pages,
      ])
      return answers.map(({ status }) => status)
    }, DEADLINE)
    .toEqual([200, 200, 201, ...PAGES.map(() => 200)])
}

/** Checks that every response of a test is a success or a refusal. Returns the number of refusals. */
function judge(name: string, answers: Answer[]): number {
  const refused = answers.filter(isRefusal).length
  const wrong = wrongOf(answers)
  report(name, { tried: answers.length, refused, wrong: wrong.length, 'slowest ms': slowestOf(answers) })
  expect(wrong).toEqual([])
  return refused
}

/** Counts the connections of the service to its database by state. */
const CONNECTIONS = `SELECT coalesce(state, ''), count(*)::int FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> 'mod-list-catalog-holder' GROUP BY 1`

async function expectNoLeak(url: string) {
  await expect
    .poll(async () => {
      const rows = await rowsOf(url, CONNECTIONS)
      const open = rows.reduce((sum, [, count]) => sum + Number(count), 0)
      return [rows.filter(([state]) => state !== 'idle'), open <= POOL]
    }, DEADLINE)
    .toEqual([[], true])
}

describe('an embedded database that is killed', () => {
  it('is restarted by the server, which keeps running and refuses requests meanwhile', async () => {
    const DATA_DIR = await newDataDir()
    const server = await startServer({ DATA_DIR, ...SETTINGS })
    const traffic = await startTraffic(server)
    await traffic.more(20)
    // When a backend is killed, PostgreSQL restarts its processes itself.
    for (const [victim, restarts] of [
      ['postmaster', 1],
      ['backend', 1],
      ['both', 2],
    ] as const) {
      const postmaster = (await postmasterOf(DATA_DIR)) ?? 0
      const backends = victim === 'postmaster' ? [] : await backendsOf(await addressOf(DATA_DIR))
      if (victim !== 'backend') process.kill(postmaster, 'SIGKILL')
      for (const pid of backends) if (victim === 'both' || pid === backends[0]) signal(pid, 'SIGKILL')
      const returns = () => server.log().match(/PostgreSQL on port \d+ runs again/g)?.length
      await expect.poll(returns, { interval: 20 }).toBe(restarts)
      await recovery(server)
      expect((await ask(`${server.address}/healthz`)).status).toBe(200)
    }
    const answers = await traffic.stop()
    expect(server.child.exitCode).toBeNull()
    judge('embedded database killed three times under load', answers)
    await stop(server)
  })
})

/** Returns the address of an embedded database. */
async function addressOf(dataDir: string): Promise<string> {
  const [, , , port] = (await readFile(`${dataDir}/postgres/postmaster.pid`, 'utf8')).split('\n')
  const password = (await readFile(`${dataDir}/postgres.password`, 'utf8')).trim()
  return `postgresql://catalog:${password}@127.0.0.1:${port}/postgres`
}

/** Returns the ids of the PostgreSQL processes that serve connections to the catalog. */
async function backendsOf(url: string): Promise<number[]> {
  const pids = "SELECT pid FROM pg_stat_activity WHERE datname = 'catalog' AND pid <> pg_backend_pid()"
  return (await rowsOf(url, pids)).map(([pid]) => Number(pid))
}

describe('an external database', () => {
  it('may be killed and away for a while: writes are refused and not stored', async () => {
    const dataDir = await newDataDir()
    const database = await startClient(dataDir)
    const server = await startServer({ DATABASE_URL: database.url, ...SETTINGS })
    database.child.kill('SIGSTOP') // so that it does not restart PostgreSQL
    const key = await storeShown(server)
    const traffic = await startTraffic(server)
    await traffic.more(20)

    process.kill((await postmasterOf(dataDir)) ?? 0, 'SIGKILL')
    await expect.poll(() => ask(`${server.address}/readyz`).then(({ status }) => status), DEADLINE).toBe(503)
    expect((await ask(`${server.address}/healthz`)).status).toBe(200)
    const pages = await Promise.all(PAGES.map(async (path) => [path, await browse(server.address + path)] as const))
    const sent = await Promise.all(FORMS.map(async (path) => [path, await sendForm(server, path, key)] as const))
    for (const [path, answer] of [...pages, ...sent]) {
      expect([path, answer.status, isPage(answer), isRefusal(answer)]).toEqual([path, 503, true, true])
    }
    await kill(database.child)
    const next = await startClient(dataDir)
    expect(next.url).toBe(database.url)
    await recovery(server)
    const answers = await traffic.stop()

    expect(await rowsOf(next.url, TYPED)).toEqual([])
    expect(await rowsOf(next.url, SHOWN_LISTS)).toEqual(SHOWN.map((slug) => [slug, 'Shown', 1, 0]))
    for (const path of FORMS) expect([path, (await sendForm(server, path, key)).status]).toEqual([path, 303])
    expect(judge('external database killed', answers)).toBeGreaterThan(0)
    await expectNoLeak(next.url)
    await stop(server)
    await next.release()
  })
})

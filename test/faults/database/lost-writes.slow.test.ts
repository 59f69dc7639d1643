import { execFileSync } from 'node:child_process'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contextOf } from '../../support/database/own.ts'
import { asSuperuser } from '../../support/database/query.ts'
import { crash, delayCommits } from '../../support/faults/lost-commits.ts'
import { ask, formOf, report } from '../../support/faults/traffic.ts'
import { type EmbeddedClient, kill, newDataDir, query, startClient } from '../../support/processes/embedded-clients.ts'
import { startServer } from '../../support/processes/programs.ts'
import { endServer } from '../../support/processes/run-folder.ts'
import { bearer, userToken } from '../../support/requests/authorization.ts'

const LISTS = 8
const SETTINGS = { WRITE_RATE_LIMIT: '0', PUBLIC_URL: 'https://mods.example.com' }

const viewsOf = (list: string) => {
  const views = ['', '/load-order', '/revisions', '/revisions/1', '/changelog', '/changelog.md', '/changelog.atom']
  const files = ['', '/modlist.txt', '/modlist.txt/raw'].map((file) => `/files${file}`)
  return [...views, ...files, '/download'].map((view) => list + view)
}

/** Paths whose responses are cached or have an entity tag. The lists of both authors have the same slugs. */
const API = [
  ...['/v1/lists', '/v1/lists?page[size]=3&page[number]=2', '/v1/lists?sort=updated', '/v1/lists?filter[author]=Ada'],
  ...['/v1/lists?filter[game]=TESV%20Skyrim%20SE', '/v1/games', '/v1/stats'],
  ...Array.from({ length: LISTS }, (_, index) => viewsOf(`/v1/lists/list-${index + 1}`)).flat(),
  ...['', '.patch', '/changes', '/changes.md'].map((view) => `/v1/compare/list-1/list-2${view}`),
]
const PAGES = ['/lists', '/lists/list-1', '/lists/list-1/history', '/compare/list-1/list-2', '/games']
const PATHS = [...API, ...PAGES]

interface Shown {
  path: string
  status: number
  tag: string | undefined
  body: string
}

/** Requests every path. If earlier responses are given, sends their entity tags in If-None-Match. */
async function answers(address: string, known: Shown[] = []): Promise<Shown[]> {
  const shown: Shown[] = []
  for (const [at, path] of PATHS.entries()) {
    const tag = known[at]?.tag
    const init = {
      headers: { accept: path.startsWith('/v1') ? '*/*' : 'text/html', ...(tag && { 'if-none-match': tag }) },
    }
    const { status, headers, body } = await ask(address + path, init)
    shown.push({ path, status, tag: headers.get('etag') ?? undefined, body })
  }
  return shown
}

/** Creates a user and their lists, and updates one list. The slugs do not depend on the user. */
async function write(address: string, url: string, author: string, word: string) {
  const context = contextOf(url)
  const token = await userToken(context, author)
  await context.db.$disconnect()
  const name = (number: number) => (word === 'kept' ? `Kept ${number}` : `List ${number}`)
  const send = (path: string, number: number, method: string, what = word) =>
    ask(`${address}/v1/lists${path}`, {
      method,
      headers: bearer(token),
      body: formOf(name(number), { 'modlist.txt': `+${what} ${number}\n` }, { description: `It is ${what}` }),
    })
  for (let number = 1; number <= LISTS; number++) expect((await send('', number, 'POST')).status).toBe(201)
  if (word !== 'kept') expect((await send('/list-1', 1, 'PUT', `${word} again`)).status).toBe(200)
}

/** Returns all ids that sequences assigned to the last writes, in order. */
const numbersOf = (url: string) =>
  query(
    url,
    `SELECT 'list', id, 0 FROM lists WHERE slug LIKE 'list-%'
    UNION ALL SELECT 'file', file_id, position FROM list_files WHERE list_id > ${LISTS}
    UNION ALL SELECT 'user', id, 0 FROM users WHERE name = 'Ada' ORDER BY 1, 2`,
  )

/** Kills the database and replaces it by a copy that lacks its last writes. */
async function failOver(database: EmbeddedClient, cluster: string) {
  await kill(database.child)
  await endServer(cluster)
  await rename(cluster, `${cluster}-lost`)
  await rename(`${cluster}-standby`, cluster)
}

/**
 * Returns the part of a response that all servers must agree on at once. Each server counts the statistics for itself
 * and keeps the counts for a minute, so only the exact numbers of lists by game are compared.
 */
const exactPart = ({ path, body }: Shown): string =>
  path === '/v1/stats' ? JSON.stringify(JSON.parse(body).data.lists.by_game) : body

const isBack = (address: string) =>
  expect.poll(() => ask(`${address}/v1/lists`).then(({ status }) => status), { interval: 50 }).toBe(200)

describe('a failover that loses writes', () => {
  it('shows nothing of the lost writes, and never confuses them with new rows that have the same ids', async () => {
    const dataDir = await newDataDir()
    const cluster = join(dataDir, 'postgres')
    const first = await startClient(dataDir)
    const { url } = first
    const server = await startServer({ DATABASE_URL: url, ...SETTINGS })
    await write(server.address, url, 'Eve', 'kept')
    await first.release()
    execFileSync('cp', ['-a', cluster, `${cluster}-standby`])
    const primary = await startClient(dataDir)
    await isBack(server.address)

    await write(server.address, url, 'Ada', 'lost')
    const numbers = await numbersOf(url)
    const before = await answers(server.address)
    expect(before.filter(({ body }) => body.includes('lost')).length).toBeGreaterThan(LISTS * 6)
    await failOver(primary, cluster)
    const standby = await startClient(dataDir)
    expect(standby.url).toBe(url)
    await isBack(server.address)
    await write(server.address, url, 'Ada', 'new')
    // The control: the ids in cache keys and entity tags are used again, for other lists, files and users.
    expect(await numbersOf(url)).toEqual(numbers)
    expect(numbers.length).toBeGreaterThan(2 * LISTS)

    const asked = await answers(server.address, before)
    const shown = await answers(server.address)
    const fresh = await startServer({ DATABASE_URL: url, ...SETTINGS })
    const truth = await answers(fresh.address)
    const isOther = ({ body }: Shown, at: number) => body !== before[at]?.body
    const isStale = (one: Shown, right: Shown | undefined) => right === undefined || exactPart(one) !== exactPart(right)
    const stale = shown.filter(
      (one, at) => one.body.includes('lost') || (API.includes(one.path) && isStale(one, truth[at])),
    )
    const equal = shown.filter((one, at) => isOther(one, at) && one.tag !== undefined && one.tag === before[at]?.tag)
    const unmodified = shown.filter((one, at) => isOther(one, at) && asked[at]?.status === 304)
    // A response with other counts has other bytes, and must have another tag.
    const isSame = (at: number) => shown[at]?.body === truth[at]?.body
    const disagreed = API.filter((_, at) => (shown[at]?.tag === truth[at]?.tag) !== isSame(at))
    report('failover that loses writes', {
      'ids reused': numbers.length,
      asked: PATHS.length,
      stale: stale.length,
      'equal tags': equal.length,
      'false 304': unmodified.length,
      'tags that servers disagree on': disagreed.length,
    })
    expect([...stale, ...equal, ...unmodified].map(({ path }) => path)).toEqual([])
    expect(disagreed).toEqual([])
    await standby.release()
  })
})

describe('a crash of a database process that loses commits', () => {
  it('makes the server drop responses from before the crash, although their transaction ids are used again', async () => {
    const dataDir = await newDataDir()
    const database = await startClient(dataDir)
    const { url } = database
    const superuser = await asSuperuser(url, dataDir)
    await delayCommits(superuser)
    const server = await startServer({ DATABASE_URL: url, ...SETTINGS })
    await write(server.address, url, 'Eve', 'kept')
    // The index of mods and the sum of list changes use transaction ids, too.
    const waiting = 'SELECT FROM unindexed_lists UNION ALL SELECT FROM list_changes'
    const settled = () => expect.poll(() => query(url, waiting), { timeout: 30_000 }).toEqual([])
    await settled()
    await query(superuser, 'CHECKPOINT')
    const moment = 'SELECT pg_current_snapshot()::text AS snapshot, pg_postmaster_start_time()::text AS started'
    const rename = async (name: string) => {
      await query(url, `UPDATE lists SET name = '${name}' WHERE slug = 'kept-1'`)
      await settled()
    }

    await rename('Lost')
    const lost = await ask(`${server.address}/v1/lists`)
    expect(lost.body).toContain('"Lost"')
    const before = await query(url, moment)
    await crash(url)
    await isBack(server.address)
    await rename('New')
    // The control: the update is lost, and the snapshot after the next update has the same name as the lost one.
    expect(await query(url, moment)).toEqual(before)

    const now = await ask(`${server.address}/v1/lists`, {
      headers: { 'if-none-match': lost.headers.get('etag') ?? '' },
    })
    expect([now.status, now.body.includes('"Lost"'), now.body.includes('"New"')]).toEqual([200, false, true])
    await database.release()
  })
})

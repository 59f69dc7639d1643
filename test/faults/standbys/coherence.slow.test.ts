import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { randomFrom } from '../../../bench/support/random.ts'
import type { Node } from '../../support/database/servers/cluster.ts'
import { migratedCluster, startReaders, sumOfReads, untilReady } from '../../support/faults/serving.ts'
import { report } from '../../support/faults/traffic.ts'
import type { ServerProcess } from '../../support/processes/programs.ts'

const WRITERS = 6
/** Writes of each writer in each phase, each followed by two reads. */
const TURNS = 40

interface Shown {
  /** Missing in a revision. */
  slug?: string
  version: string
}

/** The data of a response. A page has the lists; a comparison has each list under a name of its own. */
type Data = Shown | Shown[] | { list1: Shown } | undefined

/** The kinds of heavy reads of a list, as paths. */
const READS: ((slug: string) => string)[] = [
  (slug) => `/v1/lists/${slug}`,
  () => '/v1/lists?page[size]=60&sort=-updated',
  () => '/v1/lists?page[size]=all',
  (slug) => `/v1/lists?filter[search]=${slug}`,
  (slug) => `/v1/lists/${slug}/revisions`,
  (slug) => `/v1/compare/${slug}/${slug}`,
]

/** Returns the version of a list in a response, and null without the list. The newest revision comes first. */
function versionIn(data: Data, slug: string): string | null {
  if (data === undefined) return null
  if ('list1' in data) return data.list1.version
  const shown = Array.isArray(data) ? data.find((list) => list.slug === slug || list.slug === undefined) : data
  return shown?.version ?? null
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => void client.end().catch(() => {}))
  return client
}

/** Creates a writer, which changes its own list directly in the database and reads it through the servers. */
async function startWriter(number: number, primary: Node, standbys: readonly Node[], servers: ServerProcess[]) {
  const slug = `list${number}x`
  const random = randomFrom(number)
  const client = await connect(primary.url)
  const figures = { reads: 0, stale: 0, failed: 0, slowest: 0, controls: 0, staleControls: 0 }
  let version: number | null = null
  let last = 0

  async function write() {
    if (version === null) {
      version = ++last
      await client.query(
        `WITH stored AS (
           INSERT INTO lists (slug, slug_base, slug_number, name, version, private, created_at, updated_at, game_id)
           VALUES ($1, $1, 1, $1, $2, false, now(), now(), 4) RETURNING id
         )
         INSERT INTO list_search (list_id, words) SELECT id, array_to_tsvector(ARRAY[$3]) FROM stored`,
        [slug, String(version), slug],
      )
    } else if (random() < 0.15) {
      version = null
      await client.query('DELETE FROM lists WHERE slug = $1', [slug])
    } else {
      version = ++last
      await client.query('UPDATE lists SET version = $2, updated_at = now() WHERE slug = $1', [slug, String(version)])
    }
  }

  /** Counts the stale reads of a reader that does not check the log position. */
  async function control(connections: readonly pg.Client[]) {
    for (const connection of connections) {
      const found = await connection
        .query<{ version: string }>('SELECT version FROM lists WHERE slug = $1', [slug])
        .catch(() => null) // the standby is unavailable
      if (found === null) continue
      figures.controls++
      if ((found.rows[0]?.version ?? null) !== (version === null ? null : String(version))) figures.staleControls++
    }
  }

  async function read() {
    const path = READS[Math.floor(random() * READS.length)]?.(slug)
    const server = servers[Math.floor(random() * servers.length)]
    const began = performance.now()
    const answer = await fetch(`${server?.address}${path}`)
    figures.slowest = Math.max(figures.slowest, performance.now() - began)
    const { data } = JSON.parse(await answer.text()) as { data?: Data }
    figures.reads++
    if (answer.status !== 200 && answer.status !== 404) figures.failed++
    else if (versionIn(data, slug) !== (version === null ? null : String(version))) figures.stale++
  }

  return {
    figures,
    /** Writes and reads in turns, with a control read if all standbys are available. */
    async run(turns: number, withControl: boolean) {
      const controls = withControl ? await Promise.all(standbys.map(({ url }) => connect(url))) : []
      for (let turn = 0; turn < turns; turn++) {
        await write()
        await control(controls)
        await read()
        await read()
      }
      await Promise.all(controls.map((connection) => connection.end()))
    },
  }
}

describe('a write that returned success', () => {
  it('is seen by every later read, although standbys lag, pause, freeze, crash and come back', async () => {
    const { primary, standbys, one, other } = await migratedCluster()
    const servers = await startReaders(primary.url, standbys, {}, {}, { CACHE_BYTES: '0' })
    const writers = await Promise.all(
      Array.from({ length: WRITERS }, (_, number) => startWriter(number, primary, standbys, servers)),
    )
    const phase = (withControl = true) => Promise.all(writers.map((writer) => writer.run(TURNS, withControl)))
    const allReady = () => Promise.all(servers.map((server) => untilReady(server, standbys)))
    const atStandbys = () => sumOfReads(servers, / current$/)

    await phase()
    expect(await atStandbys()).toBeGreaterThan(0)

    await one.query("ALTER SYSTEM SET recovery_min_apply_delay = '200ms'")
    await one.query('SELECT pg_reload_conf()')
    await phase()
    await one.query('ALTER SYSTEM RESET recovery_min_apply_delay')
    await one.query('SELECT pg_reload_conf()')
    await allReady()

    await other.query('SELECT pg_wal_replay_pause()')
    await phase()
    await other.query('SELECT pg_wal_replay_resume()')
    await allReady()

    await one.freeze()
    onTestFinished(() => one.thaw())
    await phase(false)
    one.thaw()
    await allReady()

    const killed = phase(false)
    await other.kill()
    await other.start()
    await killed
    await allReady()
    await phase()

    const before = await sumOfReads(servers, / asynchronous$/)
    await primary.query('ALTER SYSTEM SET synchronous_commit = off')
    await primary.query('SELECT pg_reload_conf()')
    await expect
      .poll(async () => (await primary.query('SHOW synchronous_commit'))[0])
      .toEqual({ synchronous_commit: 'off' })
    await phase(false)
    expect(await sumOfReads(servers, / asynchronous$/)).toBeGreaterThan(before)

    const sum = (name: 'reads' | 'stale' | 'failed' | 'controls' | 'staleControls') =>
      writers.reduce((total, { figures }) => total + figures[name], 0)
    report('reads on standbys', {
      tried: sum('reads'),
      'on standbys': await atStandbys(),
      stale: sum('stale'),
      failed: sum('failed'),
      'slowest ms': Math.round(Math.max(...writers.map(({ figures }) => figures.slowest))),
      late: await sumOfReads(servers, / late$/),
      unchecked: sum('controls'),
      'of them stale': sum('staleControls'),
    })
    expect(sum('staleControls')).toBeGreaterThan(0) // otherwise no standby lagged
    expect([sum('stale'), sum('failed')]).toEqual([0, 0])
  })
})

import { describe, expect, it } from 'vitest'
import type { Node } from '../../support/database/servers/cluster.ts'
import { startProxy } from '../../support/database/servers/proxy.ts'
import { migratedCluster, nameOf, startReaders, sumOfReads } from '../../support/faults/serving.ts'
import { type Answer, ask, create, keepAsking, report, wrongOf } from '../../support/faults/traffic.ts'
import type { ServerProcess } from '../../support/processes/programs.ts'

const LISTS = 20

const bytesOfLog = async (node: Node, position: string) =>
  Number((await node.query(`SELECT (${position} - '0/0')::float8 AS bytes`))[0]?.bytes)

/** Creates a list, and retries until the service accepts it. */
async function store(server: ServerProcess, name: string, content: string): Promise<void> {
  const send = () => create(server, name, { 'modlist.txt': content }, { version: content, expires: 'perm' })
  await expect.poll(async () => (await send()).status, { timeout: 60_000, interval: 50 }).toBe(201)
}

const PATHS = [
  '/v1/lists?page[size]=60',
  '/v1/lists?page[size]=all',
  ...Array.from({ length: LISTS }, (_, number) => `/v1/lists/${number === 0 ? 'mods' : `mods-${number + 1}`}`),
]

async function readAll(
  servers: readonly ServerProcess[],
  headers: (path: string) => Record<string, string> = () => ({}),
) {
  const answers: Answer[] = []
  for (const { address } of servers) {
    for (const path of PATHS) answers.push(await ask(address + path, { headers: headers(path) }))
  }
  return answers
}

describe('a failover that loses writes, while another standby has them and stays on the old timeline', () => {
  it('shows no text or entity tag of the lost writes, and does not read that standby', async () => {
    const { primary, standbys, one: heir, other: stray } = await migratedCluster()
    const { url, lead } = await startProxy(primary.url)
    const servers = await startReaders(url, standbys, {}, { CACHE_BYTES: '0' })
    const [server] = servers
    await store(server, 'Before', 'before')

    await heir.query("ALTER SYSTEM SET primary_conninfo = ''")
    await heir.query('SELECT pg_reload_conf()')
    await expect.poll(() => heir.query('SELECT FROM pg_stat_wal_receiver')).toEqual([])
    for (let number = 0; number < LISTS; number++) await store(server, 'Mods', `lost ${number}`)
    await primary.query('SELECT pg_logical_emit_message(false, $1, repeat($1, 100000))', ['far']) // it stays ahead for a while
    const { flushed } = (await primary.query('SELECT pg_current_wal_flush_lsn()::text AS flushed'))[0] ?? {}
    await expect
      .poll(async () => (await stray.query('SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS is', [flushed]))[0])
      .toEqual({ is: true })
    const atStray = new RegExp(`^${nameOf(stray)} current$`)
    let lost: Answer[] = []
    const read = async () => {
      lost = await readAll(servers)
      return sumOfReads(servers, atStray)
    }
    await expect.poll(read).toBeGreaterThan(0) // a standby that lagged is not read for a while
    const lostTags = new Map(PATHS.map((path, index) => [path, lost[index]?.headers.get('etag') ?? '']))

    await primary.kill()
    await heir.query('SELECT pg_promote(true, 60)')
    lead(heir.url)
    for (let number = 0; number < LISTS; number++) await store(server, 'Mods', `new ${number}`)
    const before = await sumOfReads(servers, atStray)

    const shown: Answer[] = []
    for (let round = 0; round < 5; round++) {
      shown.push(...(await readAll(servers)))
      shown.push(...(await readAll(servers, (path) => ({ 'If-None-Match': lostTags.get(path) ?? '' }))))
    }
    // The control: what a reader sees on the stray standby that checks only the log position.
    const ahead =
      (await bytesOfLog(stray, 'pg_last_wal_replay_lsn()')) - (await bytesOfLog(heir, 'pg_current_wal_flush_lsn()'))
    const unchecked = await stray.query("SELECT FROM lists WHERE version LIKE 'lost%'")
    const tags = new Set([...lostTags.values()].filter((tag) => tag !== ''))
    const old = shown.filter(({ body }) => body.includes('lost'))
    const again = shown.filter(({ status, headers }) => status === 304 || tags.has(headers.get('etag') ?? ''))
    const wrong = wrongOf(shown, ({ status }) => status === 200)
    report('failover that lost writes', {
      lost: LISTS,
      tried: shown.length,
      'old text': old.length,
      'old entity tags': again.length,
      wrong: wrong.length,
      'reads of the stray standby': (await sumOfReads(servers, atStray)) - before,
      'it is ahead by bytes': ahead,
      'and shows lost lists': unchecked.length,
    })
    expect(ahead).toBeGreaterThan(0) // otherwise its position alone would exclude it
    expect(unchecked).toHaveLength(LISTS)
    expect([old, again, wrong]).toEqual([[], [], []])
    expect(await sumOfReads(servers, atStray)).toBe(before)
  })
})

describe('a standby that is promoted while its primary still runs', () => {
  it('is no longer read, so its own writes are never shown', async () => {
    const { primary, one: promoted } = await migratedCluster()
    const servers = await startReaders(primary.url, [promoted], { CACHE_BYTES: '0' })
    const [server] = servers
    await store(server, 'Mods', 'right')
    const reading = keepAsking(1, () => ask(`${server.address}/v1/lists/mods`))
    await expect.poll(() => sumOfReads(servers, / current$/)).toBeGreaterThan(0)

    await promoted.query('SELECT pg_promote(true, 60)')
    await promoted.query("UPDATE lists SET version = 'wrong'")
    await reading.more(200)
    const shown = await reading.stop()

    const wrong = shown.filter(({ status, body }) => status !== 200 || body.includes('wrong'))
    report('standby promoted while its primary runs', { tried: shown.length, wrong: wrong.length })
    expect(wrong).toEqual([])
    expect(await sumOfReads(servers, / promoted$/)).toBeGreaterThanOrEqual(0)
  })
})

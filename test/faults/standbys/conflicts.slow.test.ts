import { describe, expect, it } from 'vitest'
import { migratedCluster, startReaders, sumOfReads, untilReady } from '../../support/faults/serving.ts'
import { ask, keepAsking, report } from '../../support/faults/traffic.ts'

const LISTS = 2_000

describe('reads on standbys that replay VACUUM and table changes without delay', () => {
  it('return complete and correct data: the primary repeats reads that the replay cancels', async () => {
    const { primary, standbys } = await migratedCluster(['max_standby_streaming_delay=0'])
    await primary.query(
      `INSERT INTO lists (slug, slug_base, slug_number, name, version, private, created_at, updated_at, game_id)
       SELECT 'list-' || n, 'list', n, 'List', '1', false, now(), now(), 4 FROM generate_series(1, $1::int) n`,
      [LISTS],
    )
    const servers = await startReaders(primary.url, standbys, { CACHE_BYTES: '0' })
    const [server] = servers
    const paths = ['/v1/lists?page[size]=all', '/v1/lists?page[size]=900', '/v1/stats', '/v1/lists/list-7']
    const traffic = keepAsking(8, (number) => ask(`${server.address}${paths[number % paths.length]}`))

    let version = 1
    let rounds = 0
    const conflicts = () => sumOfReads(servers, / conflict$/)
    while ((await conflicts()) < 3 && rounds < 100) {
      await untilReady(server, standbys)
      rounds++
      version++
      await primary.query('UPDATE lists SET version = $1 WHERE slug_number <= 20', [String(version)])
      await primary.query('VACUUM (INDEX_CLEANUP ON) lists')
      if (rounds % 3 > 0) continue
      await primary.query('ALTER TABLE lists ADD COLUMN passing INTEGER')
      await primary.query('ALTER TABLE lists DROP COLUMN passing')
    }
    const answers = await traffic.stop()
    const last = await ask(`${server.address}/v1/lists?page[size]=all`)

    const failed = answers.filter(({ status }) => status !== 200)
    const pages = answers.filter(({ body }) => body.includes('"current_page"')).map(({ body }) => JSON.parse(body))
    const short = pages.filter(({ data, meta }) => data.length !== Math.min(LISTS, meta.per_page))
    const shown: { slug: string; version: string }[] = JSON.parse(last.body).data
    const versions = new Map(shown.map(({ slug, version }) => [slug, version]))
    report('VACUUM and table changes during reads on standbys', {
      tried: answers.length,
      rounds,
      conflicts: await conflicts(),
      late: await sumOfReads(servers, / late$/),
      'on standbys': await sumOfReads(servers, / current$/),
      failed: failed.length,
      short: short.length,
    })
    expect(await conflicts()).toBeGreaterThan(0) // otherwise the test proves nothing
    expect(failed.map(({ status, body }) => `${status} ${body}`)).toEqual([])
    expect(short).toEqual([])
    expect([versions.get('list-20'), versions.get('list-21')]).toEqual([String(version), '1'])
  })
})

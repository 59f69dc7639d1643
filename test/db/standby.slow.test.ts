import { describe, expect, it, onTestFinished } from 'vitest'
import { startCluster } from '../support/database/servers/cluster.ts'
import { startProxy } from '../support/database/servers/proxy.ts'
import { type Answer, ask, isRefusal, keepAsking, report, wrongOf } from '../support/faults/traffic.ts'
import { startServer, stop, upload } from '../support/processes/programs.ts'

const DEADLINE = { timeout: 30_000, interval: 50 }

/** Number of lists on the standby and on the primary. */
const KNOWN = 3
const ALL = 4

/** Starts a primary with four lists, a standby with three of them, and a proxy that leads to the primary at first. */
async function primaryAndStandby() {
  const cluster = await startCluster(1)
  onTestFinished(() => cluster.close())
  const { primary, standbys } = cluster
  const [standby = primary] = standbys
  const server = await startServer({ DATABASE_URL: primary.url })
  for (let number = 1; number <= KNOWN; number++) expect(await upload(server, `List ${number}`)).toBe(201)
  const shown = () => standby.query('SELECT count(*)::int AS lists FROM lists').catch(() => [])
  await expect.poll(shown, DEADLINE).toEqual([{ lists: KNOWN }])
  await standby.query('SELECT pg_wal_replay_pause()')
  const state = () => standby.query('SELECT pg_get_wal_replay_pause_state() AS state')
  await expect.poll(state, DEADLINE).toEqual([{ state: 'paused' }])
  expect(await upload(server, 'Newest')).toBe(201)
  await stop(server)

  const { url, lead } = await startProxy(primary.url)
  return { primary, standby, url, lead }
}

/** Starts reads, half of them answered by the cache and half by the database. */
const startReading = (address: string) =>
  keepAsking(4, (number) => {
    if (number % 4 === 0) return ask(`${address}/v1/lists`)
    if (number % 4 === 1) return ask(`${address}/v1/games`)
    return ask(`${address}/v1/lists?page[size]=${1 + (number % 899)}`)
  })

/** Returns the number of lists that a response reports; undefined for a refusal. */
function countOf(answer: Answer): number | undefined {
  if (answer.status !== 200) return undefined
  const { data, meta } = JSON.parse(answer.body)
  return meta?.total ?? data.reduce((sum: number, game: { lists_count: number }) => sum + game.lists_count, 0)
}

const isComplete = (answer: Answer) => countOf(answer) === ALL

describe('an address that leads to a standby', () => {
  it('makes a running server refuse every request and say why, until the address leads to a primary', async () => {
    const { primary, standby, url, lead } = await primaryAndStandby()
    const server = await startServer({ DATABASE_URL: url })
    const status = async (path: string) => (await ask(server.address + path)).status
    const reading = startReading(server.address)
    await reading.more(50, isComplete)

    for (let turn = 1; turn <= 3; turn++) {
      lead(standby.url)
      await reading.more(50, isRefusal)
      const ready = await ask(`${server.address}/readyz`)
      expect(isRefusal(ready)).toBe(true)
      expect(JSON.parse(ready.body).message).toMatch(
        /^The database is a standby, .*until its address leads to the primary/,
      )
      expect([await status('/healthz'), await upload(server, 'Refused')]).toEqual([200, 503])
      lead(primary.url)
      await expect.poll(() => status('/readyz'), DEADLINE).toBe(200)
      await reading.more(50, isComplete)
    }
    const answers = await reading.stop()
    const wrong = wrongOf(answers, isComplete)

    lead(standby.url)
    await expect.poll(() => status('/readyz'), DEADLINE).toBe(503)
    await standby.query('SELECT pg_promote()')
    await expect.poll(() => status('/readyz'), DEADLINE).toBe(200)
    const promoted = countOf(await ask(`${server.address}/v1/lists`))

    report('an address that leads to a standby, three times', {
      tried: answers.length,
      refused: answers.filter(isRefusal).length,
      wrong: wrong.length,
    })
    expect(wrong).toEqual([])
    expect(promoted).toBe(ALL)
    await stop(server)
  })
})

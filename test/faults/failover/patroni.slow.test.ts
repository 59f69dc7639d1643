import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { contextOf } from '../../support/database/own.ts'
import { databaseOutage, startClients } from '../../support/faults/failover-clients.ts'
import { type Cluster, missingPrograms, signalAll, startCluster } from '../../support/faults/patroni.ts'
import { ask, create, hasSucceeded, isRefusal, report, slowestOf, wrongOf } from '../../support/faults/traffic.ts'
import { startServer } from '../../support/processes/programs.ts'
import { bearer, userToken } from '../../support/requests/authorization.ts'

/** Maximum milliseconds from the return of the database to the return of the service, and of a request. */
const MAX_RECOVERY_MS = 5_000
const MAX_RESPONSE_MS = 5_000

/** Milliseconds without replication before a node is killed. */
const STALLED_MS = 1_000

const DEADLINE = { timeout: 120_000, interval: 50 }

interface Service {
  cluster: Cluster
  addresses: string[]
  token: string
}

/**
 * Makes the primary unavailable with `act`, and checks all responses against docs/promises.md. Clients send requests
 * from before the failover until the cluster is complete again. The function that `act` returns is called once the
 * service is back.
 */
async function testFailover(name: string, service: Service, act: () => Promise<() => void>) {
  const { cluster, addresses, token } = service
  const clients = startClients(addresses, token)
  const { sent, stored, stale } = clients
  await expect.poll(() => sent.length, DEADLINE).toBeGreaterThan(60)
  const usual = slowestOf(sent)
  const outage = databaseOutage(cluster.url)
  const undo = await act()
  const { lost, back } = await outage

  const kinds = addresses.flatMap((_, server) => [true, false].map((isWrite) => ({ server, isWrite })))
  const firsts = () =>
    kinds.map(
      ({ server, isWrite }) =>
        sent.find((one) => one.server === server && one.isWrite === isWrite && one.ended > back && hasSucceeded(one))
          ?.ended ?? Number.POSITIVE_INFINITY,
    )
  await expect.poll(() => Math.max(...firsts()), DEADLINE).toBeLessThan(Number.POSITIVE_INFINITY)
  const after = Math.round(Math.max(...firsts()) - back)
  undo()
  await cluster.whole()
  await clients.stop()

  const refused = sent.filter(isRefusal)
  const wrong = wrongOf(sent)
  const kept = await Promise.all(addresses.map(listsOf))
  const missing = stored.filter(({ slug, description }) => kept.some((lists) => lists.get(slug) !== description))
  report(`failover, ${name}`, {
    tried: sent.length,
    refused: refused.length,
    wrong: wrong.length,
    'answered writes': sent.filter((one) => one.isWrite && hasSucceeded(one)).length,
    lost: missing.length,
    'old answers': stale.length,
    'database away ms': Math.round(back - lost),
    'back after that ms': after,
    'slowest ms': slowestOf(sent),
    'slowest before ms': usual,
  })
  expect(wrong).toEqual([])
  expect(missing).toEqual([])
  expect(stale).toEqual([])
  expect(refused.length).toBeGreaterThan(0)
  expect(slowestOf(sent)).toBeLessThan(MAX_RESPONSE_MS + usual)
  expect(after).toBeLessThan(MAX_RECOVERY_MS + usual)
}

/** Returns the descriptions of all lists by slug. */
async function listsOf(address: string): Promise<Map<string, string>> {
  const { body } = await ask(`${address}/v1/lists?page[size]=all`)
  const { data } = JSON.parse(body) as { data: { slug: string; description: string }[] }
  return new Map(data.map(({ slug, description }) => [slug, description]))
}

/** Creates an author and the table for probes in a migrated database, and returns the author's token. */
async function authorOf(url: string): Promise<string> {
  const context = contextOf(url)
  await context.db.$executeRaw`CREATE TABLE probes (at TIMESTAMPTZ)`
  return userToken(context, 'Ada')
}

/** The test needs three minutes, three Debian packages and an otherwise idle machine. */
const isLeftOut = process.env.FAILOVER !== '1'
if (isLeftOut) process.stdout.write('failover test skipped: set FAILOVER=1 to run it\n')

describe.skipIf(isLeftOut)('a cluster that changes its primary', { timeout: 400_000 }, () => {
  it('loses no write and causes no stale read, after a switchover, a killed node and a frozen node', async () => {
    expect(missingPrograms).toEqual([])
    const cluster = await startCluster()
    const settings = { DATABASE_URL: cluster.url, WRITE_RATE_LIMIT: '0', PUBLIC_URL: 'https://mods.example.com' }
    const first = await startServer(settings)
    const servers = [first, await startServer(settings)]
    const token = await authorOf(cluster.url)
    const service = { cluster, addresses: servers.map(({ address }) => address), token }
    await create(first, 'Counter', { 'a.txt': '0' }, { description: '0' }, bearer(token))

    await testFailover('switchover', service, async () => {
      await cluster.switchOver()
      return () => {}
    })
    await testFailover('node killed', service, async () => {
      const node = await cluster.leader()
      // From here on no standby receives a write. With `synchronous_mode: false` the test fails here.
      signalAll(node.senders(), 'SIGSTOP')
      await delay(STALLED_MS)
      signalAll(node.pids(), 'SIGKILL')
      return node.start
    })
    await testFailover('node frozen', service, async () => {
      const frozen = (await cluster.leader()).pids()
      const thaw = () => signalAll(frozen, 'SIGCONT')
      onTestFinished(thaw)
      signalAll(frozen, 'SIGSTOP')
      return thaw
    })

    const late = await startServer(settings)
    const tags = await Promise.all(
      [...servers, late].map(async ({ address }) => (await ask(`${address}/v1/lists/counter`)).headers.get('etag')),
    )
    expect(new Set(tags).size).toBe(1)
    for (const server of servers) expect(server.child.exitCode).toBeNull()
  })
})

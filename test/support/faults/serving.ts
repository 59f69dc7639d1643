import { expect, onTestFinished } from 'vitest'
import { migrateDatabase } from '../../../src/db/migrations.ts'
import { type Cluster, type Node, QUICK, startCluster } from '../database/servers/cluster.ts'
import { type ServerProcess, startServer } from '../processes/programs.ts'

/** Starts a migrated primary with two standbys. */
export async function migratedCluster(settings: readonly string[] = []): Promise<Cluster & { pair: [Node, Node] }> {
  const cluster = await startCluster(2, [...QUICK, ...settings])
  onTestFinished(cluster.close)
  await migrateDatabase(cluster.primary.url)
  const [one, other] = cluster.standbys
  if (one === undefined || other === undefined) throw new Error('There are two standbys.')
  return { ...cluster, pair: [one, other] }
}

/** Starts server processes that read from standbys, and waits until they do. */
export async function startReaders(
  url: string,
  standbys: readonly Node[],
  settings: readonly Record<string, string>[],
): Promise<ServerProcess[]> {
  const common = {
    DATABASE_URL: url,
    REPLICA_URLS: standbys.map((standby) => standby.url).join(),
    LOG_LEVEL: 'warn',
    WRITE_RATE_LIMIT: '0',
  }
  const servers = await Promise.all(settings.map((more) => startServer({ ...common, ...more })))
  for (const server of servers) await untilReady(server, standbys)
  return servers
}

export const nameOf = ({ port }: Node) => `127.0.0.1:${port}`

/** Returns the number of expensive reads that a server has sent to each database, by `database reason`. */
async function readsOf({ address }: ServerProcess): Promise<Map<string, number>> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const lines = text.matchAll(/^database_reads_total\{server="([^"]*)",reason="([^"]*)"\} (\d+)$/gm)
  return new Map(Array.from(lines, ([, server, reason, count]) => [`${server} ${reason}`, Number(count)]))
}

/** Returns the number of expensive reads of all servers whose `database reason` matches a pattern. */
export async function sumOfReads(servers: readonly ServerProcess[], pattern: RegExp): Promise<number> {
  const all = await Promise.all(servers.map(readsOf))
  return all.flatMap((reads) => [...reads]).reduce((sum, [name, count]) => sum + (pattern.test(name) ? count : 0), 0)
}

/** Waits until a server considers each of these standbys ready for reads. */
export async function untilReady({ address }: ServerProcess, standbys: readonly Node[]): Promise<void> {
  const ready = standbys.map((standby) => `database_standby_ready{server="${nameOf(standby)}"} 1`)
  const lines = async () => (await (await fetch(`${address}/metrics`)).text()).split('\n')
  await expect.poll(lines, { timeout: 60_000, interval: 50 }).toEqual(expect.arrayContaining(ready))
}

import { expect, onTestFinished } from 'vitest'
import { migrateDatabase } from '../../../src/db/migrations.ts'
import { type Node, QUICK, startCluster } from '../database/servers/cluster.ts'
import { type ServerProcess, startServer } from '../processes/programs.ts'

/** Starts a migrated primary with two standbys. */
export async function migratedCluster(settings: readonly string[] = []) {
  const { primary, standbys, close } = await startCluster(2, [...QUICK, ...settings])
  onTestFinished(close)
  await migrateDatabase(primary.url)
  const [one, other] = standbys
  if (one === undefined || other === undefined) throw new Error('The cluster has too few standbys.')
  return { primary, one, other, standbys: [one, other] }
}

/** Starts a server process for each of the settings, and waits until all read from the standbys. */
export async function startReaders(
  url: string,
  standbys: readonly Node[],
  first: Record<string, string>,
  ...others: Record<string, string>[]
): Promise<[ServerProcess, ...ServerProcess[]]> {
  const common = {
    DATABASE_URL: url,
    REPLICA_URLS: standbys.map((standby) => standby.url).join(),
    LOG_LEVEL: 'warn',
    WRITE_RATE_LIMIT: '0',
  }
  const start = async (settings: Record<string, string>) => {
    const server = await startServer({ ...common, ...settings })
    await untilReady(server, standbys)
    return server
  }
  return Promise.all([start(first), ...others.map(start)])
}

type Address = Pick<ServerProcess, 'address'>

export const nameOf = ({ port }: Node) => `127.0.0.1:${port}`

/** Returns the number of expensive reads that a server has sent to each database, by `database reason`. */
async function readsOf({ address }: Address): Promise<Map<string, number>> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const lines = text.matchAll(/^database_reads_total\{server="([^"]*)",reason="([^"]*)"\} (\d+)$/gm)
  return new Map(Array.from(lines, ([, server, reason, count]) => [`${server} ${reason}`, Number(count)]))
}

/** Returns the number of expensive reads of all servers whose `database reason` matches a pattern. */
export async function sumOfReads(servers: readonly Address[], pattern: RegExp): Promise<number> {
  const all = await Promise.all(servers.map(readsOf))
  return all.flatMap((reads) => [...reads]).reduce((sum, [name, count]) => sum + (pattern.test(name) ? count : 0), 0)
}

/** Waits until a server considers each of these standbys ready for reads. */
export async function untilReady({ address }: Address, standbys: readonly Node[]): Promise<void> {
  const ready = standbys.map((standby) => `database_standby_ready{server="${nameOf(standby)}"} 1`)
  const lines = async () => (await (await fetch(`${address}/metrics`)).text()).split('\n')
  await expect.poll(lines, { timeout: 60_000, interval: 50 }).toEqual(expect.arrayContaining(ready))
}

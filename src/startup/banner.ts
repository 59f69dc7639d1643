import type { Config } from '../config.ts'
import { hostOf } from '../db/standbys/standby.ts'
import { version } from '../http/observability/version.ts'

/** Shown in a terminal once the service listens: its addresses, where its data is, and what to try. */
export function greeting(
  config: Pick<Config, 'databaseUrl' | 'databaseConnections' | 'replicas' | 'dataDir' | 'publicUrl' | 'website'>,
  address: string,
): string {
  const rows = [
    [
      'data',
      config.databaseUrl === undefined ? `${config.dataDir} (embedded PostgreSQL)` : locationOf(config.databaseUrl),
    ],
    ...(config.replicas.urls.length === 0 ? [] : [['reads', standbysOf(config)]]),
    ...(config.publicUrl === undefined ? [] : [['public', config.publicUrl]]),
    ...(config.website ? [['website', `${address}/`]] : []),
    ['reference', `${address}/docs`],
    ['try', `curl ${address}/v1/games`],
  ]
  return [
    `Mod list catalog ${version} listens on ${address}`,
    ...rows.map(([name = '', value]) => `  ${name.padEnd(11)}${value}`),
  ].join('\n')
}

/** Where heavy reads are answered, and how many connections this process has to what. */
export function standbysOf({
  databaseConnections,
  replicas,
}: Pick<Config, 'databaseConnections' | 'replicas'>): string {
  const places = replicas.urls.map(locationOf).join(', ')
  return `${places} (connections at the most: ${databaseConnections} to the primary, ${replicas.connections} to each standby)`
}

/** Where a database is, without user and password. */
function locationOf(databaseUrl: string): string {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1)) || 'the default database'
  return `${name} on ${hostOf(databaseUrl)}`
}

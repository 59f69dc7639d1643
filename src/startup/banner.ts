import { type Config, urlsOf } from '../config.ts'
import { hostOf } from '../db/standbys/standby.ts'
import { version } from '../http/observability/version.ts'

/** Returns the first line of the log, with the address where the service will be. */
export function startLine(config: Config): string {
  const place = config.port === 0 ? `on a free port of ${config.host}` : `at ${urlsOf(config, config.port).api}`
  return `Mod list catalog ${version} starts ${place}, with the database ${databasePlace(config)}.`
}

/** Returns the text for a terminal when the service listens: addresses, place of the data, and a command to try. */
export function greeting(config: Config, address: string): string {
  const { databaseUrl, dataDir, replicas, publicUrl, website } = config
  const rows = [
    ['data', databaseUrl === undefined ? `${dataDir} (embedded PostgreSQL)` : placeOf(databaseUrl)],
    ['reads', replicas.urls.length > 0 && standbysOf(config)],
    ['public', publicUrl],
    ['website', website && `${address}/`],
    ['reference', `${address}/docs`],
    ['try', `curl ${address}/v1/games`],
  ] as const
  const lines = rows.flatMap(([name, value]) => (value ? [`  ${name.padEnd(11)}${value}`] : []))
  return [`Mod list catalog ${version} listens on ${address}`, ...lines].join('\n')
}

/** Returns which standbys answer heavy reads, and how many connections this process may open. */
export function standbysOf({ databaseConnections, replicas }: Config): string {
  const places = replicas.urls.map(placeOf).join(', ')
  return `${places} (at most ${databaseConnections} connections to the primary, ${replicas.connections} to each standby)`
}

/** Returns the place of the database, and the setting that names it. */
export const databasePlace = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl === undefined ? `in ${dataDir} (DATA_DIR)` : `${placeOf(databaseUrl)} (DATABASE_URL)`

/** Returns the name and host of a database, without user and password. */
function placeOf(databaseUrl: string): string {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1)) || 'the default database'
  return `${name} on ${hostOf(databaseUrl)}`
}

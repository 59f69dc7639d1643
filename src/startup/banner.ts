import { type Config, urlsOf } from '../config.ts'
import { version } from '../http/observability/probes.ts'

/** Returns the first line of the log, with the address where the service will be. */
export function startLine(config: Config): string {
  const place = config.port === 0 ? `on a free port of ${config.host}` : `at ${urlsOf(config, config.port).api}`
  return `Mod list catalog ${version} starts ${place}, with the database ${databasePlace(config)}.`
}

/** Returns the text for a terminal when the service listens: addresses, place of the data, and a command to try. */
export function greeting(config: Config, address: string): string {
  const { databaseUrl, dataDir, publicUrl, website } = config
  const rows = [
    ['data', databaseUrl === undefined ? `${dataDir} (embedded PostgreSQL)` : placeOf(databaseUrl)],
    ['public', publicUrl],
    ['website', website && `${address}/`],
    ['reference', `${address}/docs`],
    ['try', `curl ${address}/v1/games`],
  ] as const
  const lines = rows.flatMap(([name, value]) => (value ? [`  ${name.padEnd(11)}${value}`] : []))
  return [`Mod list catalog ${version} listens on ${address}`, ...lines].join('\n')
}

/** Returns the place of the database, and the setting that names it. */
export const databasePlace = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl === undefined ? `in ${dataDir} (DATA_DIR)` : `${placeOf(databaseUrl)} (DATABASE_URL)`

function placeOf(databaseUrl: string): string {
  const { pathname, host, searchParams } = new URL(databaseUrl)
  const name = decodeURIComponent(pathname.slice(1)) || 'the default database'
  return `${name} on ${host || searchParams.get('host') || 'localhost'}`
}

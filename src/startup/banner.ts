import { type Config, loadConfig } from '../config.ts'
import { version } from '../http/observability/version.ts'

/** What a person in a terminal is told once the service listens: where it is, where its data is, and what to try. */
export function greeting(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'urls' | 'host' | 'port'>,
  address: string,
): string {
  const isOwn = config.urls.api === loadConfig({ HOST: config.host, PORT: String(config.port) }).urls.api
  const rows = [
    [
      'data',
      config.databaseUrl === undefined ? `${config.dataDir} (embedded PostgreSQL)` : placeOf(config.databaseUrl),
    ],
    ...(isOwn ? [] : [['public', config.urls.api]]),
    ['reference', `${address}/docs`],
    ['try', `curl ${address}/v1/games`],
  ]
  return [
    `Mod list catalog ${version} listens on ${address}`,
    ...rows.map(([name = '', value]) => `  ${name.padEnd(11)}${value}`),
  ].join('\n')
}

/** A database without its user and password. */
function placeOf(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl)
  const name = decodeURIComponent(pathname.slice(1)) || 'the default database'
  return `${name} on ${host || searchParams.get('host') || 'localhost'}`
}

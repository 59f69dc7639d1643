import { spawn } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { EMBEDDED_CONNECTIONS } from '../../src/db/connections.ts'
import { findBinaries } from '../../src/db/embedded/binaries.ts'
import { chownRecursive, findServerUser, pathFromInside, spawnOptions } from '../../src/db/embedded/system-user.ts'
import { newDataDir } from '../db/embedded/clients.ts'
import { at, query } from './postgres.ts'
import { freePort } from './processes.ts'

/**
 * Starts a standby on a copy of the data folder of an embedded database that has been stopped. It never hears of what
 * the primary does from then on, as one that lags: what it shows is old. It ends with the test, and gives its address.
 */
export async function startStandby(dataDir: string, url: string): Promise<string> {
  const folder = await newDataDir()
  const cluster = join(folder, 'postgres')
  const user = await findServerUser(join(dataDir, 'postgres'))
  await cp(join(dataDir, 'postgres'), cluster, { recursive: true })
  await writeFile(join(cluster, 'standby.signal'), '')
  if (user !== undefined) await chownRecursive(cluster, user)

  const port = String(await freePort())
  const { postgres } = await findBinaries(user)
  const settings = [
    'cluster_name=mod-list-catalog',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    `max_connections=${EMBEDDED_CONNECTIONS}`, // no fewer than its primary
  ]
  const place = ['-D', pathFromInside(cluster, user), '-p', port]
  const child = spawn(postgres, [...place, ...settings.flatMap((setting) => ['-c', setting])], {
    ...spawnOptions(user, cluster),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const standby = at(url, { port })
  const isStandby = async () =>
    child.exitCode === null
      ? query(standby, 'SELECT pg_is_in_recovery() AS told').then(
          ([row]) => row?.told,
          () => false,
        )
      : `ended: ${log}`
  await expect.poll(isStandby).not.toBe(false)
  expect(await isStandby()).toBe(true)
  return standby
}

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { DataFolder } from './data-folder.ts'
import { EmbeddedDatabaseError, errorCode, undefinedOn } from './error.ts'

/** Below the ports that systems use for outgoing connections, which could take PostgreSQL's port while it restarts. */
const LOWEST = 15_433
const HIGHEST = 29_999

/** Finds the port for PostgreSQL: that of the last run, so that noted addresses stay valid, or a random free one. */
export async function findPort({ cluster }: DataFolder): Promise<number> {
  const options = await readFile(join(cluster, 'postmaster.opts'), 'utf8').catch(undefinedOn('ENOENT'))
  const last = Number(options?.match(/"-p" "(\d+)"/)?.[1] ?? 0)
  if (last > 0 && (await isFree(last))) return last
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(LOWEST, HIGHEST + 1)
    if (await isFree(port)) return port
  }
  throw new EmbeddedDatabaseError('No port on 127.0.0.1 is free for PostgreSQL.')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen({ host: '127.0.0.1', port, exclusive: true }), 'listening')
  } catch (error) {
    if (['EADDRINUSE', 'EACCES'].includes(errorCode(error) ?? '')) return false
    throw error
  }
  await once(server.close(), 'close')
  return true
}

import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { absentOn, codeOf, EmbeddedDatabaseError } from './error.ts'
import type { Places } from './files.ts'

/** The port of last time, or else a random free one. */
export async function findPort({ cluster }: Places): Promise<number> {
  const options = await readFile(join(cluster, 'postmaster.opts'), 'utf8').catch(absentOn('ENOENT'))
  const last = Number(options?.match(/"-p" "(\d+)"/)?.[1] ?? 0)
  if (last > 0 && (await isFree(last))) return last
  for (let tries = 0; tries < 100; tries++) {
    // Below the range of outgoing connections, so that none can take it while the server restarts.
    const port = randomInt(15_433, 30_000)
    if (await isFree(port)) return port
  }
  throw new EmbeddedDatabaseError('No port on 127.0.0.1 is free for PostgreSQL.')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (fault) =>
      ['EADDRINUSE', 'EACCES'].includes(codeOf(fault) ?? '') ? resolve(false) : reject(fault),
    )
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

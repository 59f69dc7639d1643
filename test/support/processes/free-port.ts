import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a free port. It is below the system's ephemeral ports, which applications of other workers could take before
 * the intended process listens, and below the ports of embedded databases.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 15_400)
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  server.close()
  await once(server, 'close')
  return port
}

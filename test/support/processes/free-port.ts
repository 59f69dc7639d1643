import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port that nobody listens on. Below those that the system gives out, or the application of another worker would have
 * it before the process that it is for, and answer in its place; and below those of embedded databases.
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

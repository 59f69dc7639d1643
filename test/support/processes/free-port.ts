import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** The ports that this process has got. Another server of the same test may not listen on its port yet. */
const given = new Set<number>()

/**
 * Returns a free port, and no port twice. It is below the system's ephemeral ports, which applications of other workers could take before
 * the intended process listens, and below the ports of embedded databases, and above 10080, which `fetch` refuses (Fetch standard, port blocking).
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_081, 15_400)
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (isFree) {
    server.close()
    await once(server, 'close')
  }
  if (!isFree || given.has(port)) return freePort()
  given.add(port)
  return port
}

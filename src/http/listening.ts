import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface Listening {
  /** Where it listens, as an address for people. */
  address: string
  /** Takes no more connections, and lets requests in flight finish. */
  close(): Promise<void>
}

/** An address that a name has and this machine has not, as ::1 where there is no IPv6. */
const ABSENT = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * Listens on every address of a host: localhost is 127.0.0.1 and ::1. Fastify would make a server of its own for the
 * second one, which knows nothing of the limits, the handlers and the fast path that were put on the first. Here all
 * others only accept connections, and hand them to the one HTTP server (the documented use of its event `connection`), so
 * that whatever holds for that one holds for all, the number of connections in all included.
 */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<Listening> {
  const found = await lookup(host, { all: true })
  const [first = host, ...others] = new Set(found.map(({ address }) => address))
  const [address, left] = await listenOnFirst(app, [first, ...others], port)
  const taken = (app.server.address() as AddressInfo).port
  const servers: Server[] = []
  const close = async () => {
    // Those that only accept end when the last connection of theirs has.
    const closed = servers.map((server) => new Promise<void>((resolve) => void server.close(() => resolve())))
    await Promise.all([app.close(), ...closed])
  }
  if (left.length > 0) boundAll(app.server)
  try {
    for (const further of left) {
      const server = await accept(app, further, taken).catch(absent)
      if (server !== undefined) servers.push(server)
    }
  } catch (fault) {
    await close()
    throw fault
  }
  return { address, close }
}

/** Gives the address for people, and the addresses behind the first one that this machine has. */
async function listenOnFirst(app: FastifyInstance, [host = '', ...others]: string[], port: number) {
  for (let [next, left] = [host, others]; ; [next = '', ...left] = left) {
    try {
      return [await app.listen({ host: next, port }), left] as const
    } catch (fault) {
      if (left.length === 0) throw fault
      absent(fault)
    }
  }
}

async function accept(app: FastifyInstance, host: string, port: number): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket))
  server.listen({ host, port })
  await once(server, 'listening')
  app.log.info(`Server listening at http://${host.includes(':') ? `[${host}]` : host}:${port}`)
  return server
}

/** Node counts the connections of each listener by itself. */
function boundAll(server: Server): void {
  let count = 0
  server.prependListener('connection', (socket) => {
    if (count >= server.maxConnections) return socket.destroy()
    count++
    socket.once('close', () => count--)
  })
}

function absent(fault: unknown): undefined {
  if (!(fault instanceof Error && 'code' in fault && ABSENT.has(String(fault.code)))) throw fault
}

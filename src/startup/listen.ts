import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface Listening {
  /** The address where the service listens, for people. */
  address: string
  /** Stops accepting connections, and lets requests in flight finish. */
  close(): Promise<void>
}

/** Errors of an address that the host name has but this machine does not, such as ::1 without IPv6. */
const ABSENT = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** Listens on all addresses of a host. localhost is 127.0.0.1 and ::1. */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<Listening> {
  const found = await lookup(host, { all: true })
  return listenOn(app, [...new Set(found.map(({ address }) => address))], port)
}

/**
 * Listens on those of the addresses that this machine has. For a second address, Fastify would create another HTTP
 * server without the limits and handlers of http/server.ts. Here, servers of further addresses only accept connections
 * and pass them to the one HTTP server by its `connection` event, as Node documents it. So its limits apply to all
 * addresses together.
 */
export async function listenOn(app: FastifyInstance, addresses: readonly string[], port: number): Promise<Listening> {
  const [address, rest] = await listenOnFirst(app, addresses, port)
  const boundPort = (app.server.address() as AddressInfo).port
  const servers: Server[] = []
  const close = async () => {
    // Such a server closes after the last connection that it has accepted.
    const closed = servers.map((server) => new Promise<void>((resolve) => void server.close(() => resolve())))
    await Promise.all([app.close(), ...closed])
  }
  if (rest.length > 0) boundAll(app.server)
  try {
    for (const host of rest) {
      const server = await accept(app, host, boundPort).catch(ignoreAbsent)
      if (server !== undefined) servers.push(server)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { address, close }
}

/** Listens on the first address that this machine has. Returns it, as an address for people, and those after it. */
async function listenOnFirst(app: FastifyInstance, [host = '', ...others]: readonly string[], port: number) {
  for (let [next, rest] = [host, others]; ; [next = '', ...rest] = rest) {
    try {
      return [await app.listen({ host: next, port }), rest] as const
    } catch (error) {
      if (rest.length === 0) throw error
      ignoreAbsent(error)
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

/**
 * Limits the connections of all addresses together. `maxConnections` only counts those that the server itself accepts.
 */
function boundAll(server: Server): void {
  let count = 0
  server.prependListener('connection', (socket) => {
    if (count >= server.maxConnections) return socket.destroy()
    count++
    socket.once('close', () => count--)
  })
}

function ignoreAbsent(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && ABSENT.has(String(error.code)))) throw error
}

import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface Listening {
  close(): Promise<void>
}

/** Errors of an address that the host name has but this machine does not, such as ::1 without IPv6. */
const ABSENT = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** Addresses of localhost, even where the machine's list of hosts lacks it or one of them. */
const LOCALHOST = ['127.0.0.1', '::1']

/** Listens on all addresses of a host. localhost is 127.0.0.1 and ::1. */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<Listening> {
  return listenOn(app, host === 'localhost' ? LOCALHOST : await addressesOf(host), port)
}

async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true })
  return [...new Set(found.map(({ address }) => address))]
}

/**
 * Listens on those of the addresses that this machine has. Fastify would create a second HTTP server without our
 * limits; here, servers of further addresses only pass their connections to the one HTTP server, as Node documents it.
 * Tests: test/startup/listen.slow.test.ts.
 */
export async function listenOn(app: FastifyInstance, addresses: readonly string[], port: number): Promise<Listening> {
  const servers: Server[] = []
  const close = async () => {
    // Such a server closes after the last connection that it has accepted.
    const closed = servers.map((server) => new Promise<void>((resolve) => void server.close(() => resolve())))
    await Promise.all([app.close(), ...closed])
  }
  let isListening = false
  let absence: unknown
  if (addresses.length > 1) boundAll(app.server)
  for (const host of addresses) {
    try {
      if (isListening) servers.push(await accept(app, host))
      else await app.listen({ host, port })
      isListening = true
    } catch (error) {
      absence = error
      if (isAbsence(error)) continue
      await close()
      throw error
    }
  }
  if (!isListening) throw absence
  return { close }
}

async function accept(app: FastifyInstance, host: string): Promise<Server> {
  const { port } = app.server.address() as AddressInfo
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket))
  server.listen({ host, port })
  await once(server, 'listening')
  app.log.info(`Server listening at http://${host.includes(':') ? `[${host}]` : host}:${port}`)
  return server
}

/**
 * Limits the connections of all addresses together. `maxConnections` counts only those that the server itself accepts.
 */
function boundAll(server: Server): void {
  let count = 0
  server.prependListener('connection', (socket) => {
    if (count >= server.maxConnections) return socket.destroy()
    count++
    socket.once('close', () => count--)
  })
}

const isAbsence = (error: unknown) => error instanceof Error && 'code' in error && ABSENT.has(String(error.code))

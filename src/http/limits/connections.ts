import type { Server, Socket } from 'node:net'
import { addressKey } from './client-key.ts'

/*
 * Connection limit for each client address.
 *
 * Problem: an idle connection takes memory and a file descriptor until it times out, so one client could take all
 * connections of the process. Node and Fastify limit only their total (MAX_CONNECTIONS in http/server.ts): once one client
 * has reached it, all others are closed.
 * Approach: connections of an address beyond its limit are closed before a byte is read. Behind a proxy all clients
 * have the proxy's address, so this limit is not used there.
 * Tests: "a client has at most 256 connections" in test/http/limits/slow-clients.slow.test.ts fails without it.
 */

/** Maximum number of open connections from one address. Further ones are closed. */
const MAX_PER_ADDRESS = 256

/** Programs on this machine are not limited: one of them may be a proxy. */
const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address)

/** Limits the open connections of each IPv4 address and each IPv6 network. */
export function boundConnections(server: Server): void {
  const counts = new Map<string, number>()

  // Prepended, so that it runs before Node's HTTP server reads from the connection.
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return socket.destroy() // the client has already disconnected
    if (isLoopback(remoteAddress)) return
    const key = addressKey(remoteAddress)
    const count = (counts.get(key) ?? 0) + 1
    if (count > MAX_PER_ADDRESS) return socket.destroy()
    counts.set(key, count)
    socket.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    })
  })
}

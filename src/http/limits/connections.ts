import type { Server, Socket } from 'node:net'
import { addressKey } from './client-key.ts'

/*
 * Connections of each address.
 *
 * Problem: a connection that sends nothing costs some 20 KiB and a file descriptor until it times out, so one client
 * could take all connections of the process. Node bounds only their total (MAX_CONNECTIONS in http/server.ts).
 * Approach: further connections of an address are closed before a byte is read. Behind a proxy all clients have the
 * proxy's address, so nothing is bounded here.
 * Tests: test/http/limits/slow-clients.slow.test.ts, test/faults/clients/slow-clients.slow.test.ts.
 */

/** Maximum number of open connections of one address. Further ones are closed. */
const MAX_PER_ADDRESS = 256

/** This machine's own programs are not bounded: a proxy may be among them. */
const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address)

/** Bounds the connections of each IPv4 address, and of each IPv6 network. */
export function boundConnections(server: Server, max = MAX_PER_ADDRESS, isExempt = isLoopback): void {
  const counts = new Map<string, number>()

  // First of the listeners: before Node's HTTP server reads from it.
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return socket.destroy() // the client has gone already
    if (isExempt(remoteAddress)) return
    const key = addressKey(remoteAddress)
    const count = (counts.get(key) ?? 0) + 1
    if (count > max) return socket.destroy()
    counts.set(key, count)
    socket.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    })
  })
}

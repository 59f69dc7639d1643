import type { Server, Socket } from 'node:net'
import { addressKey } from './client-key.ts'

/** Further connections of one address are closed: no client can hold all that there are. */
const MAX_PER_ADDRESS = 256

/** Programs of this machine are no strangers, and a proxy on it may be among them. */
const isOwn = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address)

/** Bounds the connections of each address, or of each IPv6 network. */
export function boundConnections(server: Server, max = MAX_PER_ADDRESS, isExempt = isOwn): void {
  const counts = new Map<string, number>()

  // Before anything is read of it.
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return socket.destroy() // it has gone already
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

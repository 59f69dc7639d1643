import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { at } from './postgres.ts'

/** A way to a database that can be cut, as if its server had gone, and joined again; nobody else's is. */
export async function cuttable(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
      from.pipe(to)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = (server.address() as AddressInfo).port
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.resetAndDestroy()
  }
  onTestFinished(cut)
  return {
    url: at(url, { port: String(own) }),
    cut,
    async join() {
      server.listen(own, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}

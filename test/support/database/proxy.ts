import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { at } from './query.ts'

/** An address of one test that passes connections on to a database, and may lead elsewhere, break, or be gone. */
export async function startProxy(database: string) {
  let target = new URL(database)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
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
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const cut = () => {
    server.close()
    reset()
  }
  onTestFinished(cut)
  return {
    url: at(database, { port: String(port) }),
    /** Leads to another database from now on, as the proxy in front of a primary does at a failover. */
    lead(other: string) {
      target = new URL(other)
      for (const socket of sockets) socket.destroy()
    },
    /** Breaks all connections; new ones are passed on. */
    reset,
    /** Breaks all connections and takes no new one, as if the database's machine had gone. */
    cut,
    /** Takes connections again after a cut. */
    async join() {
      await listen(port)
    },
  }
}

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { at } from '../query.ts'

/** Starts a TCP proxy for a database until the test ends. It can switch to another database or break connections. */
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
    /** Switches to another database, like a proxy in front of a primary at a failover. */
    lead(other: string) {
      target = new URL(other)
      for (const socket of sockets) socket.destroy()
    },
    /** Resets all connections, and accepts new ones. */
    reset,
    /** Resets all connections and refuses new ones, as if the database's machine were down. */
    cut,
    /** Accepts connections again after `cut`. */
    async join() {
      await listen(port)
    },
  }
}

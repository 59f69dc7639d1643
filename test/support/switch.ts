import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** An address that leads to one server after another, as a proxy in front of a primary does at a failover. */
export async function startSwitch(first: number): Promise<{ port: number; lead(port: number): void }> {
  let target = first
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const upstream = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
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
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as { port: number }
  return {
    port,
    /** Leads there from now on, and cuts off what led elsewhere. */
    lead(port) {
      target = port
      for (const socket of sockets) socket.destroy()
    },
  }
}

import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A client may send several requests before it reads (pipelining): their responses queue on one connection. When that
 * ends, Node emits `close` only on the response that it is sending. This emits it on the queued ones too, so that they
 * release what they hold.
 */
export function endPipelined(server: Server): void {
  const queues = new WeakMap<Socket, Set<ServerResponse>>()

  function queueOf(socket: Socket): Set<ServerResponse> {
    const existing = queues.get(socket)
    if (existing !== undefined) return existing
    const queue = new Set<ServerResponse>()
    queues.set(socket, queue)
    socket.once('close', () => {
      for (const response of queue) if (response.socket === null) close(response)
    })
    return queue
  }

  server.prependListener('request', ({ socket }, response) => {
    if (response.socket !== null) return // it is the first of its connection
    const queue = queueOf(socket)
    queue.add(response)
    response.once('close', () => queue.delete(response))
  })
}

function close(response: ServerResponse): void {
  response.destroy() // without a socket this only sets `destroyed`
  response.emit('close')
}

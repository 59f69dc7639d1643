import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Emits `close` on all responses of a connection that ends. A client may send several requests before it reads
 * (pipelining), so that their responses queue. Node 20 emits `close` only on the response that it is sending, so the
 * queued ones would never release their memory. Node 24 emits it on all: remove this when Node 20 is no longer
 * supported. Tests: test/http/response/pipelined.test.ts.
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
    if (response.socket !== null) return // not queued: it is the first of its connection
    const queue = queueOf(socket)
    queue.add(response)
    response.once('close', () => queue.delete(response))
  })
}

function close(response: ServerResponse): void {
  response.destroy() // without a socket this only sets `destroyed`
  response.emit('close')
}

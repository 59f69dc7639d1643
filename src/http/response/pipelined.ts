import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Closes the responses that stand behind another one of their connection (pipelining) when the connection ends. Node tells
 * only the one that it is sending: all that the others hold until they are closed would be held for good.
 */
export function endPipelined(server: Server): void {
  const queues = new WeakMap<Socket, Set<ServerResponse>>()

  function queueOf(socket: Socket): Set<ServerResponse> {
    const known = queues.get(socket)
    if (known !== undefined) return known
    const queue = new Set<ServerResponse>()
    queues.set(socket, queue)
    socket.once('close', () => {
      for (const response of queue) if (response.socket === null) close(response)
    })
    return queue
  }

  server.prependListener('request', ({ socket }, response) => {
    if (response.socket !== null) return // it is its turn
    const queue = queueOf(socket)
    queue.add(response)
    response.once('close', () => queue.delete(response))
  })
}

function close(response: ServerResponse): void {
  response.destroy() // without a socket this takes note of it, and no more
  response.emit('close')
}

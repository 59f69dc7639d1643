import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { createOutgoingMemory } from '../../../src/http/response/outgoing-memory.ts'
import { endPipelined } from '../../../src/http/response/pipelined.ts'
import { it } from '../../support/it.ts'
import { appWithRoutes } from '../../support/requests/openapi/routes.ts'

const MIB = 2 ** 20

/** Returns the second of two pipelined responses after the client has disconnected. */
async function pipelined(server: Server): Promise<ServerResponse> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const closed = new Promise<ServerResponse>((resolve) => {
    server.on('request', ({ url, socket }, response) => {
      if (url !== '/v1/lists?second') return
      response.once('close', () => resolve(response))
      socket.destroy()
    })
  })
  const get = (query: string) => `GET /v1/lists?${query} HTTP/1.1\r\nHost: x\r\n\r\n`
  socket.write(get('first') + get('second'))
  return closed
}

it('pipelined responses are all closed with their connection, including those that wait', async ({ catalog }) => {
  const { app } = await appWithRoutes(catalog)
  await app.listen({ host: '127.0.0.1', port: 0 })

  expect((await pipelined(app.server)).destroyed).toBe(true)
})

it('pipelined responses hold no memory after their connection is closed', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  endPipelined(server)
  const memory = createOutgoingMemory({ maxBytes: 24 * MIB, maxWaitMs: 1 })
  server.on('request', ({ url }, response) => {
    if (url === '/v1/lists?second') memory.send(response, Buffer.alloc(20 * MIB))
  })

  memory.send(await pipelined(server), Buffer.alloc(20 * MIB)) // its body was made after the client disconnected
  expect(await memory.reserve(MIB, async () => 'made')).toBe('made')
})

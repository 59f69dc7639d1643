import { once } from 'node:events'
import { type AddressInfo, connect, type NetConnectOpts } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { loadConfig } from '../../../src/config.ts'
import { boundConnections } from '../../../src/http/limits/connections.ts'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { appWithRoutes } from '../../support/requests/openapi/routes.ts'
import { isServed, lines, send } from '../../support/requests/wire.ts'

/** Starts a server. Returns it and a function that opens a connection to it. */
async function start(catalog: CompareContext) {
  const { app } = await appWithRoutes(catalog)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const open = (options: Partial<NetConnectOpts> = {}) => {
    const socket = connect({ port, host: '127.0.0.1', ...options }).on('error', () => {})
    onTestFinished(() => void socket.destroy())
    return socket
  }
  return { server: app.server, port, open }
}

it('a slow client has 15 s for the head, 2 minutes for the request, and at most 2 minutes of silence', async ({
  catalog,
}) => {
  const { app } = await appWithRoutes(catalog)
  expect(app.server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 120_000, timeout: 120_000 })
  expect(app.server.maxConnections).toBe(4096)
})

it('a slow client gets 408 after a timeout, and nothing is stored', async ({ catalog, db }) => {
  const { server, port } = await start(catalog)
  server.requestTimeout = server.headersTimeout = 500 // shorter than the interval of the check
  const head = lines('POST /v1/lists HTTP/1.1', 'Host: x', 'Content-Type: multipart/form-data; boundary=b', '')
  const beginnings = [head, `${head}${lines('Content-Length: 9000', '', '--b')}`]
  for (const answer of await Promise.all(beginnings.map((beginning) => send(port, beginning)))) {
    expect(answer).toMatchObject({ status: 408, headers: { 'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) } })
    expect(JSON.parse(answer.text)).toEqual({ message: expect.stringMatching(/./) })
  }
  expect(await storedRows(db)).toEqual(NOTHING_STORED)
})

it('a slow client cannot keep its half of the connection open after a refusal', async ({ catalog }) => {
  const { server, open } = await start(catalog)
  const closed = new Promise<void>((resolve) => server.once('connection', (own) => own.once('close', resolve)))
  const socket = open({ allowHalfOpen: true })
  socket.write('nonsense\r\n\r\n')
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 400 /)

  await closed
  expect(socket.writableEnded).toBe(false)
})

it('a slow client is disconnected while MAX_CONNECTIONS other connections are open, which stay open', async ({
  catalog,
}) => {
  const { server, open } = await start(catalog)
  server.maxConnections = 2
  const sockets = [open(), open()]
  for (const socket of sockets) await once(socket, 'connect')

  expect(await isServed(open())).toBe(false)
  expect(sockets.map(({ readyState }) => readyState)).toEqual(['open', 'open'])
})

it('a client has a maximum number of connections, so that other clients can connect', async ({ catalog }) => {
  const { server, open } = await start(catalog)
  boundConnections(server, 2, (address) => address === '127.0.0.9')
  const isServedFrom = (localAddress: string) => isServed(open({ localAddress }))
  const first = [open(), open()]
  expect(await Promise.all(first.map(isServed))).toEqual([true, true])
  expect(await isServed(open())).toBe(false)
  const others = ['127.0.0.2', '127.0.0.9', '127.0.0.9', '127.0.0.9']
  expect(await Promise.all(others.map(isServedFrom))).toEqual([true, true, true, true])

  first[0]?.destroy()
  await expect.poll(() => isServed(open())).toBe(true)
})

it('connections have no maximum for each client behind a proxy or on the same machine', async ({ catalog }) => {
  const listeners = async (TRUST_PROXY: string) => {
    const { trustProxy } = loadConfig({ TRUST_PROXY })
    return (await appWithRoutes(catalog, { trustProxy })).app.server.listeners('connection').length
  }
  const proxied = await listeners('1')
  expect([await listeners('false'), await listeners('0')]).toEqual([proxied + 1, proxied + 1])

  const { server, open } = await start(catalog)
  for (let connections = 0; connections < 300; connections++) open()
  const count = () => new Promise((resolve) => server.getConnections((_, number) => resolve(number)))
  await expect.poll(count).toBe(300)
})

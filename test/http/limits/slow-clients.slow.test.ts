import { once } from 'node:events'
import { type AddressInfo, connect, type NetConnectOpts, type Server } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import type { AppOptions } from '../../../src/app.ts'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { loadConfig } from '../../../src/config.ts'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { appWithRoutes } from '../../support/requests/openapi/routes.ts'
import { isServed, lines, send } from '../../support/requests/wire.ts'

/** Starts a server. Returns it and a function that opens a connection to it. */
async function start(catalog: CompareContext, varied: Partial<AppOptions> = {}) {
  const { app } = await appWithRoutes(catalog, varied)
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

/** Addresses of other machines, by the address of this machine that connects in their name. */
const MACHINES: Record<string, string> = {
  '127.0.0.2': '2001:db8::2',
  '127.0.0.3': '2001:db8::3', // in the same network
  '127.0.0.4': '203.0.113.4',
}

/** Starts a server to which 256 clients of one IPv6 network are connected. Returns a function that connects from another. */
async function startCrowded(catalog: CompareContext, varied: Partial<AppOptions> = {}) {
  const { server, open } = await start(catalog, varied)
  server.prependListener('connection', (socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: MACHINES[socket.remoteAddress ?? ''] ?? '127.0.0.1' }),
  )
  const crowd = Array.from({ length: 256 }, (_, index) => open({ localAddress: `127.0.0.${2 + (index % 2)}` }))
  await expect.poll(() => connections(server)).toBe(256)
  return { crowd, isServedFrom: (localAddress: string) => isServed(open({ localAddress })) }
}

const connections = (server: Server) => promisify(server.getConnections.bind(server))()

it('a client has at most 256 connections, so that other clients can connect', async ({ catalog }) => {
  const { crowd, isServedFrom } = await startCrowded(catalog)
  expect(await isServedFrom('127.0.0.2')).toBe(false)
  expect(await isServedFrom('127.0.0.4')).toBe(true)
  expect(crowd.map(({ readyState }) => readyState)).toEqual(Array(256).fill('open'))

  crowd[0]?.destroy()
  await expect.poll(() => isServedFrom('127.0.0.3')).toBe(true)
})

it('the clients behind a proxy, which have one address, may have more than 256 connections', async ({ catalog }) => {
  const { trustProxy } = loadConfig({ TRUST_PROXY: '1' })
  const { isServedFrom } = await startCrowded(catalog, { trustProxy })
  expect(await isServedFrom('127.0.0.2')).toBe(true)
})

it('programs on this machine may have more than 256 connections, as one of them may be a proxy', async ({
  catalog,
}) => {
  const { server, open } = await start(catalog)
  for (let opened = 0; opened < 300; opened++) open()
  await expect.poll(() => connections(server)).toBe(300)
})

import { once } from 'node:events'
import { type AddressInfo, connect, type NetConnectOpts } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import type { AppOptions } from '../../../src/app.ts'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { appWithRoutes } from '../../support/requests/openapi/routes.ts'
import { bare, isServed, lines, send } from '../../support/requests/wire.ts'

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

it('a slow client has 15 s for the head, 2 minutes for the request, and at most 30 s of silence', async ({
  catalog,
}) => {
  const { app } = await appWithRoutes(catalog)
  expect(app.server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 120_000, timeout: 30_000 })
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

it('a slow client is disconnected when it moves nothing, but not while the server makes its response', async ({
  catalog,
  url,
}) => {
  const { server, port, open } = await start(catalog)
  server.timeout = 1
  const locking = new pg.Client(url)
  await locking.connect()
  onTestFinished(() => locking.end())
  await locking.query('BEGIN; LOCK TABLE games IN ACCESS EXCLUSIVE MODE')
  const answer = send(port, bare('GET /v1/games'))
  const waiting = () => locking.query('SELECT 1 FROM pg_locks WHERE NOT granted')
  await expect.poll(async () => (await waiting()).rowCount).toBeGreaterThan(0)
  await locking.query('COMMIT')
  expect((await answer).status).toBe(200)

  const silent = open()
  silent.write(lines('POST /v1/lists HTTP/1.1', 'Host: x', 'Content-Length: 9', '', 'a'))
  await once(silent, 'close')
})

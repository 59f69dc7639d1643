import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { loadConfig } from '../../../src/config.ts'
import { boundConnections } from '../../../src/http/limits/connections.ts'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { appWithRoutes } from '../../support/requests/openapi/routes.ts'
import { lines } from '../../support/requests/wire.ts'

it('a slow client has 15 s for the head, 2 minutes for the request, and at most 2 minutes of silence', async ({
  catalog,
}) => {
  const { app } = await appWithRoutes(catalog)
  expect(app.server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 120_000, timeout: 120_000 })
  expect(app.server.maxConnections).toBe(4096)
})

it('a slow client gets 408 after a timeout, and nothing is stored', async ({ catalog, db }) => {
  const { app } = await appWithRoutes(catalog)
  app.server.requestTimeout = app.server.headersTimeout = 500 // shorter than the interval of the check
  await app.listen({ host: '127.0.0.1', port: 0 })
  const head = lines('POST /v1/lists HTTP/1.1', 'Host: x', 'Content-Type: multipart/form-data; boundary=b', '')

  const { port } = app.server.address() as AddressInfo
  const answerTo = async (beginning: string) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    onTestFinished(() => void socket.destroy())
    let answer = ''
    socket.on('data', (text) => {
      answer += text
    })
    socket.write(beginning)
    await once(socket, 'end')
    return answer
  }
  const beginnings = [head, `${head}${lines('Content-Length: 9000', '', '--b')}`]
  for (const answer of await Promise.all(beginnings.map(answerTo))) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*\r\nx-request-id: [0-9a-f-]{36}\r\n.*\r\n\r\n\{"message":"[^"]+"\}$/s)
  }
  expect(await storedRows(db)).toEqual(NOTHING_STORED)
})

it('a slow client cannot keep its half of the connection open after a refusal', async ({ catalog }) => {
  const { app } = await appWithRoutes(catalog)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const port = (app.server.address() as AddressInfo).port
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  const closed = new Promise<void>((resolve) => app.server.once('connection', (own) => own.once('close', resolve)))
  let answer = ''
  socket
    .setEncoding('utf8')
    .on('error', () => {})
    .on('data', (text) => {
      answer += text
    })
  socket.write('nonsense\r\n\r\n')

  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(socket.writableEnded).toBe(false)
})

it('a slow client is disconnected while MAX_CONNECTIONS other connections are open, which stay open', async ({
  catalog,
}) => {
  const { app } = await appWithRoutes(catalog)
  app.server.maxConnections = 2
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  for (const socket of sockets) await once(socket, 'connect')

  let answer = ''
  const further = connect(port, '127.0.0.1')
    .setEncoding('utf8')
    .on('error', () => {})
    .on('data', (text) => {
      answer += text
    })
  further.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await new Promise((resolve) => further.once('close', resolve))
  expect(answer).toBe('')
  expect(sockets.map(({ readyState }) => readyState)).toEqual(['open', 'open'])
  for (const socket of sockets) socket.destroy()
})

it('a client has a maximum number of connections, so that other clients can connect', async ({ catalog }) => {
  const { app } = await appWithRoutes(catalog)
  boundConnections(app.server, 2, (address) => address === '127.0.0.9')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const open = (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    onTestFinished(() => void socket.destroy())
    return socket.on('error', () => {})
  }
  /** Reports whether the connection gets a response before it is closed. */
  const isServed = (socket: Socket) =>
    new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false))
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    })
  const first = [open('127.0.0.1'), open('127.0.0.1')]
  expect(await Promise.all(first.map(isServed))).toEqual([true, true])
  expect(await isServed(open('127.0.0.1'))).toBe(false)
  const others = ['127.0.0.2', '127.0.0.9', '127.0.0.9', '127.0.0.9']
  expect(await Promise.all(others.map((address) => isServed(open(address))))).toEqual([true, true, true, true])

  first[0]?.destroy()
  await expect.poll(() => isServed(open('127.0.0.1'))).toBe(true)
})

it('connections have no maximum for each client behind a proxy or on the same machine', async ({ catalog }) => {
  const listeners = async (TRUST_PROXY: string) => {
    const { trustProxy } = loadConfig({ TRUST_PROXY })
    return (await appWithRoutes(catalog, { trustProxy })).app.server.listeners('connection').length
  }
  const proxied = await listeners('1')
  expect([await listeners('false'), await listeners('0')]).toEqual([proxied + 1, proxied + 1])

  const { app } = await appWithRoutes(catalog)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const sockets = Array.from({ length: 300 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()))
  const count = () => new Promise((resolve) => app.server.getConnections((_, number) => resolve(number)))
  await expect.poll(count).toBe(300)
})

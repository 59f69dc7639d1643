import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished } from 'vitest'
import type { CompareContext } from '../../src/compare/differ.ts'
import { type Listening, listenOn } from '../../src/startup/listen.ts'
import { it } from '../support/it.ts'
import { appWithRoutes } from '../support/requests/openapi/routes.ts'
import { isServed, lines } from '../support/requests/wire.ts'

const hasIpv6 = await new Promise<boolean>((resolve) => {
  const server = createServer().once('error', () => resolve(false))
  server.listen(0, '::1', () => server.close(() => resolve(true)))
})
/** Addresses of localhost on most machines. */
const ADDRESSES = ['127.0.0.1', hasIpv6 ? '::1' : '127.0.0.2']
/** An address that no machine has. */
const ABSENT = '192.0.2.1'

interface Service extends Listening {
  app: FastifyInstance
  port: number
}

async function start(catalog: CompareContext, addresses = [...ADDRESSES, ABSENT]): Promise<Service> {
  const { app } = await appWithRoutes(catalog)
  const listening = await listenOn(app, addresses, 0)
  onTestFinished(listening.close)
  return { ...listening, app, port: (app.server.address() as AddressInfo).port }
}

/** Sends a request and returns everything that comes back. */
async function answerTo(host: string, port: number, request: string): Promise<string> {
  const socket = connect(port, host)
  socket.write(request)
  return Buffer.concat(await socket.toArray()).toString()
}

describe.each(ADDRESSES)('the address %s of localhost', (host) => {
  it('serves requests, and refuses invalid HTTP, like the other addresses', async ({ catalog, db: _ }) => {
    const { port } = await start(catalog)
    const get = (...more: string[]) => lines('GET /v1/games HTTP/1.1', 'Host: x', 'Connection: close', ...more, '', '')

    for (const _ of [1, 2, 3]) expect(await answerTo(host, port, get())).toMatch(/^HTTP\/1\.1 200 .*"data":\[/s)
    expect(await answerTo(host, port, 'nonsense\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 .*x-request-id: .*\{"message":"The request is not valid HTTP\."\}$/s,
    )
    expect(await answerTo(host, port, get('Expect: nothing'))).toMatch(/^HTTP\/1\.1 417 .*\{"message":"[^"]+"\}/s)
  })

  it('finishes its requests in flight when the service closes, and accepts no new ones', async ({ catalog, db: _ }) => {
    const { close, port } = await start(catalog)
    const socket = connect(port, host).setEncoding('utf8')
    const body = ['Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue']
    socket.write(lines('POST /v1/lists HTTP/1.1', 'Host: x', ...body, '', ''))
    expect(String(await once(socket, 'data'))).toContain('100 Continue') // the request is in flight

    const closed = close()
    const refused = () => fetch(`http://127.0.0.1:${port}/healthz`).then(() => false, String)
    await expect.poll(refused).toBeTruthy()
    for (const address of ADDRESSES) {
      const [refusal] = await once(connect(port, address), 'error')
      expect(refusal).toMatchObject({ code: 'ECONNREFUSED' })
    }
    socket.write('{}')
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 422 /)
    socket.destroy()
    await closed
  })
})

describe('all addresses of localhost together', () => {
  it('share one limit of connections', async ({ catalog }) => {
    const { app, port } = await start(catalog)
    app.server.maxConnections = 2
    const served: boolean[] = []
    for (const host of [...ADDRESSES, ...ADDRESSES]) {
      const socket = connect(port, host).on('error', () => {})
      onTestFinished(() => void socket.destroy())
      served.push(await isServed(socket))
    }
    expect(served).toEqual([true, true, false, false])
  })

  it('have the same time limits', async ({ catalog }) => {
    const { app, port } = await start(catalog, ADDRESSES)
    app.server.requestTimeout = app.server.headersTimeout = 500 // shorter than the interval of the check
    const head = lines('GET / HTTP/1.1', 'Host: x')
    const answers = await Promise.all(ADDRESSES.map((host) => answerTo(host, port, head)))
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('are closed again if another program has the port of one of them', async ({ catalog }) => {
    const other = createServer().listen(0, ADDRESSES[1])
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const { app } = await appWithRoutes(catalog)

    await expect(listenOn(app, ADDRESSES, port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})

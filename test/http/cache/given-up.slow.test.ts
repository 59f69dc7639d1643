import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { it, options } from '../../support/it.ts'
import { get } from '../../support/requests/wire.ts'

it('a cached response has no headers of a request that timed out, and is not sent to this request', async ({
  catalog,
  db,
}) => {
  const app = await buildApp(catalog, options)
  onTestFinished(() => app.close())
  const givenUp = new Promise<void>((resolve) => app.addHook('onError', async () => resolve()))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const locks = await db.connect()
  onTestFinished(() => locks.end())
  await locks.query('BEGIN; LOCK TABLE lists IN ACCESS EXCLUSIVE MODE')
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  onTestFinished(() => void socket.destroy())
  socket.write('GET /v1/lists HTTP/1.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\nx')
  await givenUp
  await locks.query('ROLLBACK')

  for (const _ of ['made', 'cached']) {
    const { status, headers } = await get(port, '/v1/lists')
    expect([status, headers['retry-after']]).toEqual([200, undefined])
  }
  socket.write('x')
  expect((await socket.toArray()).join('')).toMatch(/^HTTP\/1\.1 503 /)
})

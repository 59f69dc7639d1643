import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { byteCounting, createByteBudget } from '../../../src/http/limits/byte-budget.ts'
import { createErrorHandler } from '../../../src/http/response/error-handler.ts'
import { it as itWithCatalog } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { FIELD_PARTS, FORM_TYPE, formBody, type Part } from '../../support/requests/parts.ts'
import { headOf, lines, request } from '../../support/requests/wire.ts'

const MIB = 2 ** 20

/** Starts a server with a budget of 64 MiB. Returns the budget and a function that asks for bytes and does not read them. */
async function start() {
  const budget = createByteBudget({ maxBytes: 64 * MIB })
  const app = fastify({ trustProxy: true })
  onTestFinished(() => app.close())
  app.decorate('trustsProxy', true)
  app.setErrorHandler(createErrorHandler())
  await app.register(byteCounting, { budget })
  app.get<{ Params: { mib: string } }>('/:mib', async ({ params }) => Buffer.alloc(Number(params.mib) * MIB))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo

  /** Asks from an address. Returns the beginning of the response, and closes its connection when asked to. */
  const ask = async (address: string, ...sizes: number[]) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    const head = (mib: number) => lines(`GET /${mib} HTTP/1.1`, 'Host: x', `X-Forwarded-For: ${address}`, '', '')
    socket.write(sizes.map(head).join(''))
    await once(socket, 'readable')
    const text = String(socket.read(1000) ?? socket.read())
    return { status: Number(text.slice(9, 12)), text, close: () => socket.destroy() }
  }
  const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status
  return { budget, ask, statusOf }
}

it('an address has at most a quarter of the budget, and all together have no more than all of it', async () => {
  const { ask, statusOf } = await start()
  const first = await ask('192.0.2.1', 15)
  expect(first.status).toBe(200)
  expect(await ask('192.0.2.1', 15)).toMatchObject({ status: 503, text: expect.stringContaining('retry-after: 5') })
  for (const address of ['192.0.2.2', '192.0.2.3', '192.0.2.4']) expect(await statusOf(address, 15)).toBe(200)
  expect(await statusOf('192.0.2.5', 15)).toBe(503)

  first.close()
  await expect.poll(() => statusOf('192.0.2.5', 15)).toBe(200)
})

it('a single response may be larger than a quarter, and small ones are not counted', async () => {
  const { statusOf } = await start()
  expect(await statusOf('192.0.2.1', 60)).toBe(200)
  expect(await statusOf('192.0.2.1', 0)).toBe(200)
  expect(await statusOf('192.0.2.2', 15)).toBe(503)
})

it('responses that wait behind others of their connection are freed when it closes', async () => {
  const { ask, statusOf } = await start()
  const pipelined = await ask('192.0.2.1', 60, 1, 1)
  expect(await statusOf('192.0.2.2', 15)).toBe(503)
  pipelined.close()
  await expect.poll(() => statusOf('192.0.2.2', 60)).toBe(200)
})

it('a response is made only if the memory that it may take is free, and that memory is freed after it', async () => {
  const { budget } = await start()
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => ends.push(resolve))
  const made = Array.from({ length: 4 }, () => budget.reserve(100 * MIB, work))
  await expect(budget.reserve(MIB, work)).rejects.toMatchObject({ kind: 'unavailable' })
  for (const end of ends) end()
  await Promise.all(made)
  await expect.poll(() => budget.reserve(100 * MIB, async () => 'made').catch(() => 'refused')).toBe('made')
})

itWithCatalog(
  'two uploads that stop before their end keep no other upload from being stored',
  async ({ api, db, port }) => {
    const files = Array.from({ length: 7 }, (_, n): Part => [`name="files[]"; filename="${n}.txt"`, 'x'.repeat(MIB)])
    const head = headOf('POST /v1/lists', `Content-Type: ${FORM_TYPE}`)
    for (const name of ['Stalled 1', 'Stalled 2']) {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      onTestFinished(() => void socket.destroy())
      socket.write(request(head, formBody([...FIELD_PARTS, ['name="name"', name], ...files])).subarray(0, -20))
      await expect.poll(() => socket.writableLength).toBe(0)
    }
    await fillList(api.post('/v1/lists'), { name: 'Other' }, { 'a.txt': 'x'.repeat(MIB) }).expect(201)
    expect(await db.list.findMany()).toMatchObject([{ name: 'Other' }])
  },
)

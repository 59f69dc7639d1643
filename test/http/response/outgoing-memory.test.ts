import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createOutgoingMemory, type OutgoingMemory } from '../../../src/http/response/outgoing-memory.ts'

const MIB = 2 ** 20

/** Memory in bytes for two responses of one MiB that are being made. */
const maxBytes = 24 * MIB

/** Returns work that ends when the test calls `end` or `fail`, and whether the work has begun. */
function work() {
  const state = { began: false }
  let end = (_: Buffer) => {}
  let fail = (_: Error) => {}
  const made = new Promise<Buffer>((resolve, reject) => {
    end = resolve
    fail = reject
  })
  const make = () => {
    state.began = true
    return made
  }
  return { state, make, end: (body = Buffer.alloc(1)) => end(body), fail: (error: Error) => fail(error) }
}

const settle = () => new Promise(setImmediate)

/** Returns the responses to two pipelined requests of a client that reads nothing. */
async function twoResponses(): Promise<[ServerResponse, ServerResponse]> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2))
  return new Promise((resolve) => {
    server.once('request', (_, first) => server.once('request', (_, second) => resolve([first, second])))
  })
}

function send(memory: OutgoingMemory, response: ServerResponse, body: Buffer) {
  response.setHeader('content-length', body.length)
  memory.send(response, body)
}

/** Sends a body to a client that reads nothing, and returns the response. */
async function unread(memory: OutgoingMemory, body: Buffer): Promise<ServerResponse> {
  const [response] = await twoResponses()
  send(memory, response, body)
  return response
}

it('outgoing memory makes a large response wait until another is made, and a small one never', async () => {
  const memory = createOutgoingMemory({ maxBytes })
  const [first, second, third, small] = [work(), work(), work(), work()]
  const large = [first, second, third].map(({ make }) => memory.reserve(MIB, make))
  const other = memory.reserve(1000, small.make)
  await settle()
  expect([first, second, third, small].map(({ state }) => state.began)).toEqual([true, true, false, true])

  first.end()
  await large[0]
  await expect.poll(() => third.state.began).toBe(true)
  for (const { end } of [second, third, small]) end()
  await Promise.all([...large, other])
})

it('outgoing memory makes no response while those that are sent leave no room, however early it was requested', async () => {
  const memory = createOutgoingMemory({ maxBytes })
  const [[response], [other]] = [await twoResponses(), await twoResponses()]
  const [first, second, third] = [work(), work(), work()]
  const reserve = ({ make }: typeof first) => memory.reserve(MIB, make)
  const [one, two, three] = [reserve(first), reserve(second), reserve(third)]
  first.end(Buffer.alloc(12 * MIB))
  send(memory, response, await one)
  second.end(Buffer.alloc(12 * MIB))
  send(memory, other, await two)
  await settle()
  expect(third.state.began).toBe(false)

  response.destroy()
  await expect.poll(() => third.state.began).toBe(true)
  third.end()
  await three
})

it('outgoing memory refuses a response that has waited too long or whose client has disconnected', async () => {
  const memory = createOutgoingMemory({ maxBytes, maxWaitMs: 1 })
  const held = [work(), work()]
  const made = held.map(({ make }) => memory.reserve(MIB, make))

  await expect(memory.reserve(MIB, work().make)).rejects.toMatchObject({ kind: 'unavailable' })
  const gone = new AbortController()
  const waiting = memory.reserve(MIB, work().make, { signal: gone.signal, maxWaitMs: 60_000 })
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  for (const { end } of held) end()
  await Promise.all(made)
})

it('outgoing memory shares a body between requests while it is made or sent', async () => {
  const memory = createOutgoingMemory({ maxBytes })
  const [first, never, later] = [work(), work(), work()]
  const made = memory.reserveShared('a', MIB, first.make)
  const joined = memory.reserveShared('a', MIB, never.make)
  first.end(Buffer.alloc(32 * MIB))
  const body = await made
  expect(await joined).toBe(body)

  const response = await unread(memory, body)
  expect(await memory.reserveShared('a', MIB, never.make)).toBe(body)
  expect(never.state.began).toBe(false)
  response.destroy()
  await once(response, 'close')
  later.end()
  await memory.reserveShared('a', MIB, later.make)
  expect(later.state.began).toBe(true)
})

it('outgoing memory shares a body that is sent in one piece until its connection has taken it', async () => {
  const memory = createOutgoingMemory({ maxBytes })
  const body = await memory.reserveShared('a', MIB, async () => Buffer.alloc(100_000, 'a'))
  const [ahead, queued] = await twoResponses()
  send(memory, queued, body)
  expect(await memory.reserveShared('a', MIB, async () => Buffer.alloc(1))).toBe(body)

  ahead.end()
  const later = () => memory.reserveShared('a', MIB, async () => Buffer.alloc(2))
  await expect.poll(async () => (await later()).length).toBe(2)
})

it('outgoing memory does not hold a body that its connection has taken completely', async () => {
  const memory = createOutgoingMemory({ maxBytes })
  const body = await memory.reserveShared('a', MIB, async () => Buffer.alloc(70_000, 'a'))
  const server = createServer((_, response) => {
    send(memory, response, body)
    sent.push(memory.reserveShared('a', MIB, async () => Buffer.alloc(1)))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const sent: Promise<Buffer>[] = []
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

  expect(await answer.text()).toBe('a'.repeat(70_000))
  expect(await sent[0]).toHaveLength(1)
})

it('outgoing memory makes a shared body again if making it failed for another request', async () => {
  const memory = createOutgoingMemory({ maxBytes })
  const [first, second] = [work(), work()]
  const made = memory.reserveShared('a', MIB, first.make)
  const joined = memory.reserveShared('a', MIB, second.make)
  first.fail(new Error('gone'))
  second.end()

  await expect(made).rejects.toThrow('gone')
  expect(await joined).toHaveLength(1)
})

it('outgoing memory counts a body that is sent in one piece while it waits for its connection', async () => {
  const memory = createOutgoingMemory({ maxBytes })
  const [ahead, queued] = await twoResponses()
  send(memory, queued, Buffer.alloc(MIB / 2))
  const [first, second] = [work(), work()]
  const made = [first, second].map(({ make }) => memory.reserve(MIB, make))
  await settle()
  expect([first, second].map(({ state }) => state.began)).toEqual([true, false])

  ahead.end()
  await expect.poll(() => second.state.began).toBe(true)
  for (const { end } of [first, second]) end()
  await Promise.all(made)
})

it('outgoing memory is taken only from a client that reads nothing while others wait', async () => {
  const memory = createOutgoingMemory({ maxBytes, stallMs: 0 })
  const response = await unread(memory, Buffer.alloc(20 * MIB))
  await memory.reserve(1000, async () => {})
  expect(response.destroyed).toBe(false)

  await memory.reserve(MIB, async () => {})
  expect(response.destroyed).toBe(true)
})

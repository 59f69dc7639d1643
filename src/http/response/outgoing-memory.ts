import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import fastifyPlugin from 'fastify-plugin'
import { type BudgetOptions, createResponseBudget, SMALL_SOURCE_BYTES, type Wait } from './response-budget.ts'

/*
 * Outgoing memory. A client that asks for much and reads nothing costs the server the whole response, for minutes: some
 * dozens of such clients would fill the process.
 *
 * So large responses are made within a budget for the whole process (response-budget.ts), and all who ask for the same
 * bytes while they are made or sent share one buffer, which counts once. A large body goes to its connection slice by
 * slice, at the pace of its client; what is one slice goes in one piece, and counts only if the connection can't take it
 * whole. Small responses are made and sent at once, whatever is held.
 *
 * Promised: docs/promises.md. Tests: test/http/response/outgoing-memory.test.ts; drilled by
 * test/faults/clients/unread-answers.drill.ts.
 */
export interface OutgoingMemory {
  /** Runs what makes a response from so many bytes as soon as there is memory for it. Throws if that takes too long. */
  reserve<T>(sourceBytes: number, work: () => Promise<T>, wait?: Wait): Promise<T>
  /** The same for a body that its key names: all who ask for it while it is made or sent share it. */
  reserveShared<Body extends Buffer | null>(
    key: string,
    sourceBytes: number,
    make: () => Promise<Body>,
    wait?: Wait,
  ): Promise<Body>
  /** The body, at the pace of its client. It counts until the response is closed. */
  streamTo(response: ServerResponse, body: Buffer): Readable
  /** Ends a response whose headers, with the body's length, are set. */
  send(response: ServerResponse, body: Buffer): void
}

/** A body of no more than this is sent at once, and not counted. */
const SMALL_BODY_BYTES = 64 * 2 ** 10

/** How much of a body is given to its connection at a time: what a usual list has, for which a stream costs a sixth. */
const SLICE_BYTES = 512 * 2 ** 10

export function createOutgoingMemory(options: BudgetOptions = {}): OutgoingMemory {
  const budget = createResponseBudget(options)
  /** How many responses are sending each body. */
  const senders = new Map<Buffer, number>()
  const making = new Map<string, Promise<Buffer | null>>()
  const keys = new WeakMap<Buffer, string>()
  /** The bodies that are being sent, by key. */
  const bodies = new Map<string, Buffer>()

  async function reserveShared<Body extends Buffer | null>(
    key: string,
    sourceBytes: number,
    make: () => Promise<Body>,
    wait: Wait = {},
  ): Promise<Body> {
    if (sourceBytes <= SMALL_SOURCE_BYTES) return make()
    const sent = bodies.get(key)
    if (sent !== undefined) return sent as Body
    const running = making.get(key)
    if (running !== undefined) {
      const made = await running.catch(() => null) // the client that it was made for has gone, for one
      return made === null ? reserveShared(key, sourceBytes, make, wait) : (made as Body)
    }
    const made = budget.reserve(sourceBytes, make, wait)
    making.set(key, made)
    const body = await made.finally(() => {
      if (making.get(key) === made) making.delete(key)
    })
    if (body !== null) keys.set(body, key)
    return body
  }

  function beginSending(body: Buffer) {
    const count = senders.get(body) ?? 0
    senders.set(body, count + 1)
    if (count > 0) return
    budget.add(body.length)
    const key = keys.get(body)
    if (key !== undefined) bodies.set(key, body)
  }

  function endSending(body: Buffer) {
    const count = senders.get(body) ?? 0
    if (count > 1) return void senders.set(body, count - 1)
    senders.delete(body)
    const key = keys.get(body)
    if (key !== undefined && bodies.get(key) === body) bodies.delete(key)
    budget.subtract(body.length)
  }

  /** Counts the body until the response is closed. The result is to be called whenever the client has read on. */
  function count(response: ServerResponse, body: Buffer): () => void {
    if (response.destroyed) return () => {}
    beginSending(body)
    response.once('close', () => endSending(body))
    return budget.watch(response)
  }

  function streamTo(response: ServerResponse, body: Buffer): Readable {
    const hasReadOn = count(response, body)
    let at = 0
    return new Readable({
      highWaterMark: 1, // no slice in advance: each one that is asked for shows that the client reads
      read() {
        hasReadOn()
        const slice = body.subarray(at, at + SLICE_BYTES)
        at += slice.length
        this.push(slice.length > 0 ? slice : null)
      },
    })
  }

  return {
    reserve: budget.reserve,
    reserveShared,
    streamTo,
    send(response, body) {
      if (body.length > SLICE_BYTES) return void streamTo(response, body).pipe(response)
      response.end(body)
      if (body.length > SMALL_BODY_BYTES && response.writableLength > 0) count(response, body)
    },
  }
}

/** Sends the large bodies of all routes at the pace of their clients. */
export const pacedSending = fastifyPlugin<{ outgoing: OutgoingMemory }>(async (app, { outgoing }) => {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string'
    if (request.method === 'HEAD' || !(isText || Buffer.isBuffer(payload))) return done(null, payload)
    if (payload.length <= SMALL_BODY_BYTES) return done(null, payload)
    const body = isText ? Buffer.from(payload) : payload
    reply.header('content-length', body.length)
    done(null, outgoing.streamTo(reply.raw, body))
  })
})

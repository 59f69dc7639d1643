import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import fastifyPlugin from 'fastify-plugin'
import type { Wait } from '../../concurrency/line.ts'
import { limitBytesInFlight } from '../limits/bytes-in-flight.ts'

/*
 * Outgoing memory.
 *
 * Problem: a client that requests a large response and does not read it keeps the whole response in memory for minutes.
 * A few dozen such clients would fill the process.
 * Approach: large responses share a limit on bytes (limits/bytes-in-flight.ts). While a response is made, an estimate
 * counts; while it is sent, its size does. Without the estimate, "ten lists at once" of the fault test takes too much.
 * Requests for the same bytes share one buffer, which counts once. A large body is sent slice by slice at the pace of its
 * client. Small responses never wait.
 * Guarantee: docs/promises.md. An estimate is at most half the limit, so the largest response can be made while
 * another is being sent.
 * Tests: test/http/response/outgoing-memory.test.ts, test/faults/clients/unread-*.slow.test.ts.
 */
export interface OutgoingMemory {
  /** Runs `work`, which makes a response from `sourceBytes`, once memory is free. Throws if that takes too long. */
  reserve<T>(sourceBytes: number, work: () => Promise<T>, wait?: Wait): Promise<T>
  /** Like `reserve`, for a body with a key. Requests for the same key share the body while it is made or sent. */
  reserveShared<Body extends Buffer | null>(
    key: string,
    sourceBytes: number,
    make: () => Promise<Body>,
    wait?: Wait,
  ): Promise<Body>
  /** Returns the body as a stream at the pace of the client. The body counts until the response is closed. */
  streamTo(response: ServerResponse, body: Buffer): Readable
  /** Sends the body of a response whose headers, including the length, are already set. */
  send(response: ServerResponse, body: Buffer): void
}

/** The limit for all large responses. The largest response is 48 MiB of JSON. */
const MAX_BYTES = 128 * 2 ** 20

/** A response made from at most this many bytes is made at once and not counted. */
const SMALL_SOURCE_BYTES = 256 * 2 ** 10

/** Estimated memory to make a response, per byte of its source: text and JSON, which may be six times as long. */
const MAKING_FACTOR = 12

/** A body of at most this many bytes is sent at once and not counted. */
const SMALL_BODY_BYTES = 64 * 2 ** 10

/** Maximum number of bytes written to a connection at once. A usual list fits into one slice, which is fastest. */
const SLICE_BYTES = 512 * 2 ** 10

/** While others wait, a client must read a slice in this time, in milliseconds. */
const STALL_MS = 10_000

/** How long a request waits before it is refused. */
const MAX_WAIT_MS = 3_000

export function createOutgoingMemory({
  maxBytes = MAX_BYTES,
  stallMs = STALL_MS,
  maxWaitMs = MAX_WAIT_MS,
} = {}): OutgoingMemory {
  const limit = limitBytesInFlight({
    maxBytes,
    maxWaitMs,
    stallMs,
    refusal: 'Too many large responses are being sent. Try again in a moment.',
  })
  /** The bodies that are being sent, and the number of their responses. */
  const sending = new Map<Buffer, { responses: number; release: () => void }>()
  /** The bodies with a key that are being sent. */
  const shared = new Map<string, Buffer>()
  const keys = new WeakMap<Buffer, string>()
  /** The bodies with a key that are being made. */
  const beingMade = new Map<string, Promise<Buffer | null>>()

  async function reserve<T>(sourceBytes: number, work: () => Promise<T>, wait?: Wait): Promise<T> {
    if (sourceBytes <= SMALL_SOURCE_BYTES) return work()
    const making = limit.open()
    try {
      await making.take(Math.min(sourceBytes * MAKING_FACTOR, maxBytes / 2), wait)
      return await work()
    } finally {
      setImmediate(making.release) // later, when the response already counts as being sent
    }
  }

  async function reserveShared<Body extends Buffer | null>(
    key: string,
    sourceBytes: number,
    make: () => Promise<Body>,
    wait?: Wait,
  ): Promise<Body> {
    if (sourceBytes <= SMALL_SOURCE_BYTES) return make()
    const sent = shared.get(key)
    if (sent !== undefined) return sent as Body
    const known = beingMade.get(key)
    if (known !== undefined) {
      // For the request that makes it, this may fail: its client may disconnect, or its list be deleted.
      const body = await known.catch(() => null)
      return body === null ? reserveShared(key, sourceBytes, make, wait) : (body as Body)
    }
    const made = reserve(sourceBytes, make, wait).finally(() => beingMade.delete(key))
    beingMade.set(key, made)
    const body = await made
    if (body !== null) keys.set(body, key)
    return body
  }

  function beginSending(body: Buffer) {
    const { add, release } = limit.open()
    const entry = { responses: 0, release }
    add(body.length)
    sending.set(body, entry)
    const key = keys.get(body)
    if (key !== undefined) shared.set(key, body)
    return entry
  }

  function endSending(body: Buffer) {
    sending.get(body)?.release()
    sending.delete(body)
    const key = keys.get(body)
    if (key !== undefined && shared.get(key) === body) shared.delete(key)
  }

  /** Counts the body until the response is closed. Returns a function to call with the bytes that the client has read. */
  function count(response: ServerResponse, body: Buffer): (bytes: number) => void {
    if (response.destroyed) return () => {}
    const entry = sending.get(body) ?? beginSending(body)
    entry.responses++
    const client = limit.open()
    client.move(0)
    client.signal.addEventListener('abort', () => response.destroy())
    response.once('close', () => {
      client.release()
      if (--entry.responses === 0) endSending(body)
    })
    return client.move
  }

  function streamTo(response: ServerResponse, body: Buffer): Readable {
    const hasRead = count(response, body)
    let at = 0
    return new Readable({
      highWaterMark: 1, // no read-ahead: a request for a slice means that the client has read the one before
      read() {
        const slice = body.subarray(at, at + SLICE_BYTES)
        hasRead(slice.length)
        at += slice.length
        this.push(slice.length > 0 ? slice : null)
      },
    })
  }

  return {
    reserve,
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

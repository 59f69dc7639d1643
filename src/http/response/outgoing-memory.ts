import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { CatalogError } from '../../errors.ts'

/** What large answers may hold at once, being made or sent: some of the largest, which are 48 MiB of JSON. */
const MAX_BYTES = 128 * 2 ** 20

/** Made from no more than this, an answer is made without asking; sent in no more than this, it is not counted. */
const SMALL_SOURCE = 256 * 2 ** 10
const SMALL_ANSWER = 64 * 2 ** 10

/** What making an answer takes, by the bytes that it is made from: they are read as text, and JSON may be six times as long. */
const MAKING_FACTOR = 12

/** How much of an answer is given to its connection at a time. */
const SLICE = 256 * 2 ** 10

/** While others wait, a client must read a slice in so long, and the whole answer in so long, as with uploads. */
const STALL_MS = 10_000
const WHOLE_MS = 120_000
const CHECK_MS = 500

/** How long a request waits before it is refused: less than a request may take in all. */
const PATIENCE_MS = 3_000

export interface OutgoingOptions {
  maxBytes?: number
  /** How long a client may read nothing while others wait, in milliseconds. */
  stall?: number
  /** How long a request waits to be made, in milliseconds. */
  patience?: number
}

interface Wait {
  /** Comes when nobody waits for the answer any more. */
  signal?: AbortSignal
  /** In milliseconds, for what may take longer. */
  patience?: number
}

export interface OutgoingMemory {
  /** Does what makes an answer from so many bytes as soon as there is memory for it. Throws if that takes too long. */
  reserve<T>(bytes: number, work: () => Promise<T>, wait?: Wait): Promise<T>
  /** The same for bytes with a key that says all of them: while they are made or sent, all who ask for them share them. */
  share<Body extends Buffer | null>(key: string, bytes: number, make: () => Promise<Body>, wait?: Wait): Promise<Body>
  /** The bytes of an answer at the pace of its client. They count until the response is closed. */
  streamTo(response: ServerResponse, body: Buffer): Readable
  /** Ends a response with the bytes, whose length its headers have told. */
  send(response: ServerResponse, body: Buffer): void
}

interface Sending {
  response: ServerResponse
  began: number
  movedAt: number
}

/**
 * Bounds the memory of large answers over the whole process.
 *
 * A client that asks for much and reads nothing costs the server the whole answer, for minutes. So what is being made
 * (by an estimate) and what is being sent (each buffer once, whoever shares it) is counted, and a large answer is made
 * only while there is room, else it waits for a moment and is refused with 503. While any waits, connections whose
 * clients read nothing for some seconds are cut off. Small answers are made and sent at once, whatever is held.
 * An estimate is at most half of the memory, so that the largest answer can be made beside as much that is sent.
 *
 * Drilled by test/faults/unread-answers.drill.ts.
 */
export function createOutgoingMemory({
  maxBytes = MAX_BYTES,
  stall = STALL_MS,
  patience: usual = PATIENCE_MS,
}: OutgoingOptions = {}): OutgoingMemory {
  /** How many responses send each buffer. */
  const held = new Map<Buffer, number>()
  const sending = new Set<Sending>()
  const waiting = new Set<() => void>()
  const making = new Map<string, Promise<Buffer | null>>()
  const keys = new WeakMap<Buffer, string>()
  const shared = new Map<string, Buffer>()
  let bytesMaking = 0
  let bytesHeld = 0
  let checks: NodeJS.Timeout | undefined

  const hasRoom = (bytes: number) => bytesMaking + bytesHeld + bytes <= maxBytes

  function wake() {
    for (const look of [...waiting]) look()
  }

  function cutOff() {
    const now = performance.now()
    for (const { response, began, movedAt } of sending) {
      if (now - movedAt >= stall || now - began >= WHOLE_MS) response.destroy()
    }
  }

  function admission(bytes: number, { signal, patience = usual }: Wait): Promise<void> {
    checks ??= setInterval(cutOff, CHECK_MS).unref()
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
        waiting.delete(look)
        if (waiting.size > 0) return
        clearInterval(checks)
        checks = undefined
      }
      const look = () => {
        if (!hasRoom(bytes)) return
        end()
        bytesMaking += bytes
        resolve()
      }
      const leave = () => {
        end()
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        end()
        reject(new CatalogError('unavailable', 'Too many large answers are being sent. Try again in a moment.'))
      }, patience)
      signal?.addEventListener('abort', leave, { once: true })
      waiting.add(look)
      cutOff()
    })
  }

  async function reserve<T>(source: number, work: () => Promise<T>, wait: Wait = {}): Promise<T> {
    if (source <= SMALL_SOURCE) return work()
    const bytes = Math.min(source * MAKING_FACTOR, maxBytes / 2)
    wait.signal?.throwIfAborted()
    // Nobody passes those who wait already.
    if (waiting.size === 0 && hasRoom(bytes)) bytesMaking += bytes
    else await admission(bytes, wait)
    try {
      return await work()
    } finally {
      bytesMaking -= bytes
      setImmediate(wake) // what was made counts as sent by then
    }
  }

  async function share<Body extends Buffer | null>(
    key: string,
    source: number,
    make: () => Promise<Body>,
    wait: Wait = {},
  ): Promise<Body> {
    if (source <= SMALL_SOURCE) return make()
    const known = shared.get(key)
    if (known !== undefined) return known as Body
    const running = making.get(key)
    if (running !== undefined) {
      const made = await running.catch(() => null) // the client that it is made for may go
      return made === null ? share(key, source, make, wait) : (made as Body)
    }
    const made = reserve(source, make, wait)
    making.set(key, made)
    const body = await made.finally(() => {
      if (making.get(key) === made) making.delete(key)
    })
    if (body !== null) keys.set(body, key)
    return body
  }

  function hold(body: Buffer) {
    const count = held.get(body) ?? 0
    held.set(body, count + 1)
    if (count > 0) return
    bytesHeld += body.length
    const key = keys.get(body)
    if (key !== undefined) shared.set(key, body)
  }

  function letGo(body: Buffer) {
    const count = held.get(body) ?? 0
    if (count > 1) return void held.set(body, count - 1)
    held.delete(body)
    bytesHeld -= body.length
    const key = keys.get(body)
    if (key !== undefined && shared.get(key) === body) shared.delete(key)
    wake()
  }

  function streamTo(response: ServerResponse, body: Buffer): Readable {
    const now = performance.now()
    const entry: Sending = { response, began: now, movedAt: now }
    if (!response.destroyed) {
      hold(body)
      sending.add(entry)
      response.once('close', () => {
        sending.delete(entry)
        letGo(body)
      })
    }
    let at = 0
    return new Readable({
      highWaterMark: 1, // no slice ahead: one that is asked for is progress
      read() {
        entry.movedAt = performance.now()
        const slice = body.subarray(at, at + SLICE)
        at += slice.length
        this.push(slice.length > 0 ? slice : null)
      },
    })
  }

  return {
    reserve,
    share,
    streamTo,
    send(response, body) {
      if (body.length <= SMALL_ANSWER) response.end(body)
      else streamTo(response, body).pipe(response)
    },
  }
}

/** Whether an answer of so many bytes counts. */
export const isLarge = (bytes: number): boolean => bytes > SMALL_ANSWER

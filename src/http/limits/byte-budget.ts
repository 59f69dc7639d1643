import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { CatalogError } from '../../errors.ts'
import { limitedAddress } from './rate-limits.ts'

/*
 * The memory for uploads and large responses. Problem: an upload is in memory until its response, and a large response
 * until its client has read it; many clients, or a few that stop halfway, would fill the process. Approach: one budget
 * of bytes. What does not fit is refused at once (503). One address has at most a quarter. Connections that move
 * nothing are closed by their timeout, which frees their bytes. Guarantee: docs/promises.md. Tests:
 * test/http/limits/byte-budget.test.ts.
 */

/** Size of the budget in bytes. A larger MAX_BODY_BYTES makes it larger, so that one upload fits into a quarter. */
const MAX_BYTES = 128 * 2 ** 20

/** Estimated memory to make a response, per byte of its source: text and JSON. */
const MAKING_FACTOR = 4

/** Memory to read and store an upload, per byte of its body. */
export const UPLOAD_FACTOR = 3

/** A response of at most this many bytes, or made from so many, is not counted. */
export const SMALL_BYTES = 64 * 2 ** 10

export interface ByteBudget {
  /** Runs `work`, which makes a response from `sourceBytes`. Throws if the memory that it may take is not free (503). */
  reserve<T>(sourceBytes: number, work: () => Promise<T>): Promise<T>
  /** Takes bytes until the response is closed. Throws if they are not free, or the address has too many (503). */
  take(reply: FastifyReply, bytes: number): void
}

declare module 'fastify' {
  interface FastifyReply {
    takeBytes(bytes: number): void
  }
}

export function createByteBudget({ maxBodyBytes = 0, maxBytes = MAX_BYTES } = {}): ByteBudget {
  const limit = Math.max(maxBytes, 4 * UPLOAD_FACTOR * maxBodyBytes)
  const takenBy = new Map<string, number>()
  const shares = new WeakMap<ServerResponse, { bytes: number }>()
  let taken = 0

  function add(key: string | undefined, bytes: number) {
    const own = key === undefined ? 0 : (takenBy.get(key) ?? 0)
    // The first may be larger than a quarter: some single responses are.
    if (taken + bytes > limit || (own > 0 && own + bytes > limit / 4))
      throw new CatalogError('unavailable', 'Too many large uploads and responses at once. Try again in a moment.')
    change(key, bytes)
  }

  function change(key: string | undefined, bytes: number) {
    taken += bytes
    if (key === undefined) return
    const own = (takenBy.get(key) ?? 0) + bytes
    if (own > 0) takenBy.set(key, own)
    else takenBy.delete(key)
  }

  return {
    async reserve(sourceBytes, work) {
      const bytes = sourceBytes <= SMALL_BYTES ? 0 : Math.min(sourceBytes * MAKING_FACTOR, limit / 4)
      add(undefined, bytes)
      try {
        return await work()
      } finally {
        setImmediate(change, undefined, -bytes) // later, when the response itself already counts
      }
    },

    take({ raw: response, request }, bytes) {
      if (response.destroyed || request.raw.socket.destroyed) return
      const key = limitedAddress(request)
      add(key, bytes)
      const known = shares.get(response)
      const share = known ?? { bytes: 0 }
      share.bytes += bytes
      if (known !== undefined) return
      shares.set(response, share)
      onClosed(response, request.raw.socket, () => change(key, -share.bytes))
    },
  }
}

/** What to do when a connection closes. */
const closings = new WeakMap<Socket, Set<() => void>>()

/** Calls `end` once the response is closed. Node 20 does not close responses that wait for an earlier one (pipelining). */
function onClosed(response: ServerResponse, socket: Socket, end: () => void): void {
  const all = closings.get(socket) ?? new Set()
  const endOnce = () => {
    if (all.delete(endOnce)) end()
  }
  all.add(endOnce)
  response.once('close', endOnce)
  if (closings.has(socket)) return
  closings.set(socket, all)
  socket.once('close', () => {
    for (const each of all) each()
  })
}

/** Counts uploads and the large responses of all routes in the budget. */
export const byteCounting = fastifyPlugin<{ budget: ByteBudget }>(async (app, { budget }) => {
  app.decorateReply('takeBytes', function (this: FastifyReply, bytes: number) {
    budget.take(this, bytes)
  })
  app.addHook('onSend', ({ method }, reply, payload, done) => {
    const isLarge = (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > SMALL_BYTES
    if (isLarge && method !== 'HEAD') reply.takeBytes(payload.length)
    done(null, payload)
  })
})

import type { ServerResponse } from 'node:http'
import { CatalogError } from '../../errors.ts'

/*
 * The memory of large responses over the whole process (outgoing-memory.ts says what for).
 *
 * What is being made counts by an estimate, what is being sent by its bytes. A large response is made only while there
 * is memory for it; else its request waits for a moment, in order of arrival, and is refused with 503. While any waits,
 * connections whose clients read nothing for some seconds are cut off. An estimate is at most half of the memory, so
 * that the largest response can be made beside as much that is sent.
 */

/** Room for a few of the largest responses, which are 48 MiB of JSON. */
const MAX_BYTES = 128 * 2 ** 20

/** What is made from no more than this is made at once, and not counted. */
export const SMALL_SOURCE_BYTES = 256 * 2 ** 10

/**
 * Memory that it takes to make a response, by the bytes that it is made from: they are read as text, and JSON may be
 * six times as long.
 */
const MAKING_FACTOR = 12

/**
 * While others wait, a client has to read on within STALL_MS, and to have the whole response within WHOLE_MS, as with
 * uploads.
 */
const STALL_MS = 10_000
const WHOLE_MS = 120_000
const CHECK_MS = 500

/** How long a request waits before it is refused: less than its deadline (limits/deadline.ts). */
const MAX_WAIT_MS = 3_000

export interface BudgetOptions {
  maxBytes?: number
  /** How long a client may read nothing while others wait. */
  stallMs?: number
  /** How long a request waits for memory. */
  maxWaitMs?: number
}

export interface Wait {
  /** Aborts when the client has gone. */
  signal?: AbortSignal
  /** For what may take longer than usual. */
  maxWaitMs?: number
}

export interface ResponseBudget {
  /** Runs what makes a response from so many bytes as soon as there is memory for it. Throws if that takes too long. */
  reserve<T>(sourceBytes: number, work: () => Promise<T>, wait?: Wait): Promise<T>
  /** Counts bytes that are being sent. */
  add(bytes: number): void
  subtract(bytes: number): void
  /**
   * Cuts the response off if its client stalls while others wait. The result is to be called whenever the client has
   * read on.
   */
  watch(response: ServerResponse): () => void
}

export function createResponseBudget({
  maxBytes = MAX_BYTES,
  stallMs = STALL_MS,
  maxWaitMs: usualWaitMs = MAX_WAIT_MS,
}: BudgetOptions = {}): ResponseBudget {
  const sending = new Set<{ response: ServerResponse; began: number; readAt: number }>()
  /** Each tries again to reserve what it waits for. */
  const waiting = new Set<() => void>()
  let bytesMaking = 0
  let bytesSending = 0
  let checks: NodeJS.Timeout | undefined

  const isFree = (bytes: number) => bytesMaking + bytesSending + bytes <= maxBytes

  function wake() {
    for (const retry of [...waiting]) retry()
  }

  function cutOffStalled() {
    const now = performance.now()
    for (const { response, began, readAt } of sending) {
      if (now - readAt >= stallMs || now - began >= WHOLE_MS) response.destroy()
    }
  }

  function waitFor(bytes: number, { signal, maxWaitMs = usualWaitMs }: Wait): Promise<void> {
    checks ??= setInterval(cutOffStalled, CHECK_MS).unref()
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
        waiting.delete(retry)
        if (waiting.size > 0) return
        clearInterval(checks)
        checks = undefined
      }
      const retry = () => {
        if (!isFree(bytes)) return
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
      }, maxWaitMs)
      signal?.addEventListener('abort', leave, { once: true })
      waiting.add(retry)
      cutOffStalled()
    })
  }

  return {
    async reserve(sourceBytes, work, wait = {}) {
      if (sourceBytes <= SMALL_SOURCE_BYTES) return work()
      const bytes = Math.min(sourceBytes * MAKING_FACTOR, maxBytes / 2)
      wait.signal?.throwIfAborted()
      // Nobody passes those who wait already.
      if (waiting.size === 0 && isFree(bytes)) bytesMaking += bytes
      else await waitFor(bytes, wait)
      try {
        return await work()
      } finally {
        bytesMaking -= bytes
        setImmediate(wake) // by then the response counts as being sent
      }
    },
    add(bytes) {
      bytesSending += bytes
    },
    subtract(bytes) {
      bytesSending -= bytes
      wake()
    },
    watch(response) {
      const now = performance.now()
      const entry = { response, began: now, readAt: now }
      sending.add(entry)
      response.once('close', () => sending.delete(entry))
      return () => {
        entry.readAt = performance.now()
      }
    },
  }
}

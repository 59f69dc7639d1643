import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { type CacheFigures, createBoundedCache, ownBytes } from '../../concurrency/bounded-cache.ts'
import { createSingleFlight } from '../../concurrency/single-flight.ts'
import type { Context } from '../../context.ts'
import { CatalogError } from '../../errors.ts'
import { tagOfBytes } from '../response/entity-tag.ts'
import { bytesOf, type CachedResponse, type Make } from './cached-response.ts'

/*
 * The response cache.
 *
 * Problem: to read a page or a list from the database and to write it as JSON takes many times as long as to send the
 * bytes.
 * Approach: the bytes are kept with the snapshot of the database that they were read from. As long as the database still
 * has that snapshot, the same request has the same response. Each request asks for the present snapshot, which costs next
 * to nothing, as all requests that wait share one query (db/snapshot.ts). Writers do nothing for the cache.
 * Guarantee: a response has everything that was committed before its request came, on every server. All entries together
 * take at most `maxBytes`, and none refers to a request. A response whose list is gone leaves the cache.
 * Tests: test/http/cache/, test/faults/servers/coherence.slow.test.ts and memory.slow.test.ts. Measured by
 * `npm run bench -- pages list games`.
 */
export interface ResponseCache {
  /** Whether there is a response, valid or not. Asks nothing of the database. */
  has(key: string): boolean
  /** Finds the cached response if it is valid now, and the present snapshot, which is empty if the database is away. */
  lookUp(key: string, callback: (response: CachedResponse | undefined, snapshot: string) => void): void
  /**
   * Returns the response as of now or later: the cached one, or one that is made once for all requests that wait for it.
   * `snapshot` is the present one if the cached response has already been found to be stale.
   */
  revalidate(key: string, make: Make, snapshot?: string): Promise<CachedResponse>
  /** Makes a response for one request alone, and caches it under its key, if it has one. */
  make(key: string | undefined, make: Make): Promise<CachedResponse>
  /** Compresses the body, once for each response. */
  compressed(key: string | undefined, response: CachedResponse): Promise<Buffer>
  readonly figures: CacheFigures
}

/** A response larger than this part of the cache is not kept: it would displace too many others. */
const LARGEST_PART = 8

const compress = promisify(gzip)

/**
 * Larger bodies are compressed at the fastest level: the default takes up to eight times as long for a fifth fewer
 * bytes.
 */
const FAST_GZIP_BYTES = 2 ** 20

const levelFor = ({ length }: Buffer) =>
  length > FAST_GZIP_BYTES ? constants.Z_BEST_SPEED : constants.Z_DEFAULT_COMPRESSION

export function createResponseCache({ db, clock }: Pick<Context, 'db' | 'clock'>, maxBytes: number): ResponseCache {
  const entries = createBoundedCache<CachedResponse>(maxBytes, bytesOf, { maxEach: maxBytes / LARGEST_PART })
  const makeOnce = createSingleFlight<CachedResponse>()

  const isCurrent = ({ validFrom, validUntil }: CachedResponse, now: number) =>
    validFrom.getTime() <= now && (validUntil === null || now < validUntil.getTime())
  const isValid = (response: CachedResponse, snapshot: string) =>
    response.snapshot === snapshot && isCurrent(response, clock().getTime())

  function lookUp(key: string, callback: Parameters<ResponseCache['lookUp']>[1]) {
    db.snapshots.read((error, snapshot) => {
      const response = entries.get(key)
      const found = response !== undefined && error === null && isValid(response, snapshot) ? response : undefined
      if (found !== undefined) entries.hits++
      callback(found, snapshot)
    })
  }

  async function make(key: string | undefined, makeResponse: Make): Promise<CachedResponse> {
    const validFrom = clock()
    const before = key === undefined ? undefined : entries.peek(key)
    const { body, ...made } = await makeResponse(before).catch((error) => {
      // Else each request for a list that is gone would ask for the snapshot first, and then for the list.
      if (key !== undefined && error instanceof CatalogError && error.kind === 'not_found') entries.delete(key)
      throw error
    })
    entries.misses++
    const response: CachedResponse = {
      ...made,
      body: ownBytes(body),
      tag: made.tag ?? tagOfBytes(body),
      validFrom,
    }
    if (key === undefined) return response
    if (before?.tag === response.tag && before.gzip !== undefined) response.gzip = before.gzip
    entries.set(key, response)
    return response
  }

  /**
   * Joins only requests that have found the same snapshot: a response that was begun before this request came may lack
   * what was committed since, or have what has expired since.
   */
  async function refresh(key: string, makeResponse: Make, snapshot: string): Promise<CachedResponse> {
    if (snapshot === '') return make(key, makeResponse)
    const came = clock().getTime()
    const flight = `${key} ${db.snapshots.generation} ${snapshot}`
    const response = await makeOnce(flight, () => make(key, makeResponse))
    return isCurrent(response, came) ? response : make(key, makeResponse)
  }

  return {
    figures: entries,
    lookUp,
    make,

    has: (key) => entries.peek(key) !== undefined,

    async revalidate(key, makeResponse, snapshot) {
      if (snapshot !== undefined) return refresh(key, makeResponse, snapshot)
      return new Promise((resolve) => {
        lookUp(key, (response, snapshot) => resolve(response ?? refresh(key, makeResponse, snapshot)))
      })
    },

    async compressed(key, response) {
      response.gzip ??= compress(response.body, { level: levelFor(response.body) }).then(ownBytes)
      const bytes = await response.gzip
      response.gzip = bytes
      if (key !== undefined && entries.peek(key) === response) entries.set(key, response) // it has grown
      return bytes
    },
  }
}

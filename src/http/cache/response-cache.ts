import { promisify } from 'node:util'
import { constants, gzip, gzipSync } from 'node:zlib'
import { type CacheFigures, createBoundedCache, ownBytes } from '../../concurrency/bounded-cache.ts'
import { createSingleFlight } from '../../concurrency/single-flight.ts'
import type { DataContext } from '../../context.ts'
import { CatalogError } from '../../errors.ts'
import { tagOfBytes } from '../response/entity-tag.ts'
import { bytesOf, type CachedResponse, type MadeResponse, type Make } from './cached-response.ts'

/*
 * The response cache. Problem: reading and serializing a page takes far longer than sending its bytes. Approach: the
 * bytes are cached with the snapshot of the database that they were read from, and are valid as long as the database
 * has it. Waiting requests share one query for the current snapshot (db/snapshot.ts). Writers do nothing. Guarantee: a
 * response includes everything that was committed before its request arrived, on every server. All entries take at most
 * `maxBytes`. The response of a deleted list leaves the cache. Tests: test/http/cache/,
 * test/faults/servers/coherence.slow.test.ts.
 */
export interface ResponseCache {
  /** Whether a response is cached, valid or stale. Does not query the database. */
  has(key: string): boolean
  /** Finds the cached response, if it is valid, and the current snapshot ('' without a database). */
  lookUp(key: string, callback: (response: CachedResponse | undefined, snapshot: string) => void): void
  /**
   * Returns the response as of now: the cached one, or a new one that all waiting requests share. `snapshot` is the
   * current one, if the cached response is known to be stale.
   */
  revalidate(key: string, make: Make, snapshot?: string): Promise<CachedResponse>
  /** Makes a response for one request alone, and caches it if there is a key. */
  make(key: string | undefined, make: Make): Promise<CachedResponse>
  compressed(key: string | undefined, response: CachedResponse): Promise<Buffer>
  readonly figures: CacheFigures
}

/** A response larger than 1/LARGEST_PART of the cache is not cached: it would evict too many others. */
const LARGEST_PART = 8

/** Level of compression. For 2 % fewer bytes, the default of 6 takes twice as long. */
const GZIP_LEVEL = 4

/** Bodies larger than this are compressed at the fastest level, because others take far longer for few bytes less. */
const FAST_GZIP_BYTES = 2 ** 20

/** Bodies up to this size are compressed at once, because it takes longer to hand them to another thread. */
const SMALL_GZIP_BYTES = 32 * 2 ** 10

const compressInThread = promisify(gzip)

function compress(body: Buffer): Promise<Buffer> | Buffer {
  const level = body.length > FAST_GZIP_BYTES ? constants.Z_BEST_SPEED : GZIP_LEVEL
  if (body.length <= SMALL_GZIP_BYTES) return ownBytes(gzipSync(body, { level }))
  return compressInThread(body, { level }).then(ownBytes)
}

function bytesOfBody(body: MadeResponse['body']): Buffer {
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

export function createResponseCache({ db, clock }: DataContext, maxBytes: number): ResponseCache {
  const entries = createBoundedCache<CachedResponse>(maxBytes, bytesOf, maxBytes / LARGEST_PART)
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
      // Otherwise each request for a deleted list would first ask for the snapshot, then for the list.
      if (key !== undefined && error instanceof CatalogError && error.kind === 'not_found') entries.delete(key)
      throw error
    })
    entries.misses++
    const bytes = ownBytes(bytesOfBody(body))
    const response: CachedResponse = { ...made, body: bytes, tag: made.tag ?? tagOfBytes(bytes), validFrom }
    if (key === undefined) return response
    if (before?.tag === response.tag && before.gzip !== undefined) response.gzip = before.gzip
    entries.set(key, response)
    return response
  }

  /** Makes a new response, shared by requests of one snapshot. An earlier one may lack a later commit. */
  async function refresh(key: string, makeResponse: Make, snapshot: string): Promise<CachedResponse> {
    if (snapshot === '') return make(key, makeResponse)
    const came = clock().getTime()
    const response = await makeOnce(`${key} ${snapshot}`, () => make(key, makeResponse))
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
      response.gzip ??= compress(response.body)
      const bytes = await response.gzip
      response.gzip = bytes
      if (key !== undefined && entries.peek(key) === response) entries.set(key, response) // its size has grown
      return bytes
    },
  }
}

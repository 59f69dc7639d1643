import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Context } from '../../context.ts'
import { CatalogError } from '../../errors.ts'
import { type CacheFigures, createBoundedCache, ownBytes } from '../../limits/bounded-cache.ts'
import { tagOfBytes } from '../response/entity-tag.ts'
import { bytesOf, type CachedResponse, type Make } from './cached-response.ts'

/*
 * The response cache.
 *
 * To read a page or a list from the database and to write it as JSON takes ten times as long as to send the bytes. So
 * the bytes are kept, with the snapshot of the database that they were read from. As long as the database still has
 * that snapshot, the same request has the same response. Each request asks for the present snapshot, which costs next
 * to nothing, as all requests that wait share one query (db/snapshot.ts); writers do nothing for it.
 *
 * Promised: a response has everything that was committed before its request came, on every server. All entries together
 * take at most `maxBytes`, and none refers to a request. A response whose list is gone leaves the cache. Tests:
 * test/http/cache/; drilled by test/faults/servers/coherence.drill.ts and memory.drill.ts. Measured by `npm run bench -- pages
 * list games`.
 */
export interface ResponseCache {
  /** Whether there is a response, valid or not. Asks nothing of the database. */
  has(key: string): boolean
  /** Gives the cached response if it is valid as of now or later, and the present snapshot. */
  lookUp(key: string, callback: (response: CachedResponse | undefined, snapshot: string) => void): void
  /**
   * The response as of now or later: the cached one, or one that is made once for all requests that wait for it.
   * `snapshot` is the present one if the cached response has been found stale already.
   */
  revalidate(key: string, make: Make, snapshot?: string): Promise<CachedResponse>
  /** Makes a response for one request alone, and caches it under its key, if it has one. */
  make(key: string | undefined, make: Make): Promise<CachedResponse>
  /** The body compressed, once for each response. */
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

export function createResponseCache(
  { db, clock, edition }: Pick<Context, 'db' | 'clock' | 'edition'>,
  maxBytes: number,
): ResponseCache {
  const entries = createBoundedCache<CachedResponse>(maxBytes, bytesOf, { maxEach: maxBytes / LARGEST_PART })
  const inFlight = new Map<string, { began: number; response: Promise<CachedResponse> }>()
  /** Numbers requests and the making of responses in the order in which they begin. */
  let sequence = 0

  const isCurrent = ({ validFrom, validUntil }: CachedResponse, now: number) =>
    validFrom.getTime() <= now && (validUntil === null || now < validUntil.getTime())
  const isValid = (response: CachedResponse, snapshot: string) =>
    response.snapshot === snapshot &&
    response.generation === db.snapshots.generation &&
    isCurrent(response, clock().getTime())

  function lookUp(key: string, callback: Parameters<ResponseCache['lookUp']>[1]) {
    db.snapshots.read((error, snapshot) => {
      const response = entries.get(key)
      const found = response !== undefined && error === null && isValid(response, snapshot) ? response : undefined
      if (found !== undefined) entries.hits++
      callback(found, snapshot)
    })
  }

  async function make(key: string | undefined, makeResponse: Make): Promise<CachedResponse> {
    const { generation } = db.snapshots
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
      tag: made.tag ?? tagOfBytes(edition, body),
      generation,
      validFrom,
    }
    if (key === undefined) return response
    if (before?.tag === response.tag && before.gzip !== undefined) response.gzip = before.gzip
    entries.set(key, response)
    return response
  }

  function begin(key: string, makeResponse: Make): Promise<CachedResponse> {
    const response = make(key, makeResponse)
    inFlight.set(key, { began: ++sequence, response })
    const end = () => void inFlight.delete(key)
    response.then(end, end)
    return response
  }

  /**
   * A response that was begun before the request came may lack what was committed since: it has to be of the later
   * snapshot.
   */
  async function refresh(key: string, makeResponse: Make, came: number, snapshot: string): Promise<CachedResponse> {
    const running = inFlight.get(key)
    if (running === undefined) return begin(key, makeResponse)
    if (running.began > came) return running.response
    const response = await running.response.catch(() => null)
    return response !== null && isValid(response, snapshot) ? response : refresh(key, makeResponse, came, snapshot)
  }

  return {
    figures: entries,
    lookUp,
    make,

    has: (key) => entries.peek(key) !== undefined,

    async revalidate(key, makeResponse, snapshot) {
      const came = ++sequence
      if (snapshot !== undefined) return refresh(key, makeResponse, came, snapshot)
      if (!this.has(key) && !inFlight.has(key)) return begin(key, makeResponse)
      return new Promise((resolve) => {
        lookUp(key, (response, snapshot) => resolve(response ?? refresh(key, makeResponse, came, snapshot)))
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

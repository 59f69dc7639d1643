import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Context } from '../../context.ts'
import { CatalogError } from '../../errors.ts'
import { type CacheFigures, createCache } from '../../memory.ts'
import { tagOfBytes } from '../response/entity-tag.ts'
import { bytesOf, type CachedResponse, type Make, ownBytes } from './cached-response.ts'

/*
 * The response cache. Reading a page or a list from the database and writing it as JSON takes ten times what sending the
 * bytes takes. So the bytes are kept, with the snapshot of the database that they were read from: as long as the database
 * has the same snapshot, whatever is asked again has the same answer. A request asks for the present snapshot, which
 * costs next to nothing as all requests that wait share one question (db/snapshot.ts), and no writer does anything for it.
 *
 * Promised: what was committed before a request came is in its response, through every server. Keys, bodies and what
 * belongs to them are bounded by `maxBytes` together, and no cached response refers to a request. What is not there any
 * more leaves the cache. Measured by `npm run bench -- pages list games` and drilled by test/faults/memory.drill.ts.
 */
export interface ResponseCache {
  /** Whether there is a response that may be valid still: whoever looks it up then asks the database. */
  has(key: string): boolean
  /** The cached response if it is valid as of now or later, and the snapshot that was found. */
  lookUp(key: string, callback: (response: CachedResponse | undefined, snapshot: string) => void): void
  /**
   * The response as of now or later, cached or made anew for all who ask meanwhile. `snapshot` is one that was found after
   * the request came, when the cached response turned out to be stale.
   */
  revalidate(key: string, make: Make, snapshot?: string): Promise<CachedResponse>
  /** Makes a response for one who asks: nobody else waits for it, but it is cached. Without a key it is not. */
  make(key: string | undefined, make: Make): Promise<CachedResponse>
  /** Its bytes compressed, once for each response. */
  compressed(key: string | undefined, response: CachedResponse): Promise<Buffer>
  readonly figures: CacheFigures
}

/** No response takes more than this part of the memory from all others. */
const LARGEST_PART = 8

const compress = promisify(gzip)

/** Larger responses are compressed in the fastest way: the usual one takes up to eight times as long, for a fifth fewer bytes. */
const HASTY_BYTES = 2 ** 20

const levelFor = ({ length }: Buffer) =>
  length > HASTY_BYTES ? constants.Z_BEST_SPEED : constants.Z_DEFAULT_COMPRESSION

export function createResponseCache(
  { db, clock, edition }: Pick<Context, 'db' | 'clock' | 'edition'>,
  maxBytes: number,
): ResponseCache {
  const entries = createCache<CachedResponse>(maxBytes, bytesOf, maxBytes / LARGEST_PART)
  const inFlight = new Map<string, { began: number; response: Promise<CachedResponse> }>()
  /** Counts requests and what is made for them: which came first. */
  let moment = 0

  const isOfThisTime = ({ validFrom, validUntil }: CachedResponse, now: Date) =>
    validFrom <= now && (validUntil === null || now < validUntil)
  const isValid = (response: CachedResponse, snapshot: string) =>
    response.snapshot === snapshot && response.generation === db.state.generation && isOfThisTime(response, clock())

  function lookUp(key: string, callback: Parameters<ResponseCache['lookUp']>[1]) {
    db.state.read((error, snapshot) => {
      const response = entries.get(key)
      const found = response !== undefined && error === null && isValid(response, snapshot) ? response : undefined
      if (found !== undefined) entries.hits++
      callback(found, snapshot)
    })
  }

  async function make(key: string | undefined, make: Make): Promise<CachedResponse> {
    const { generation } = db.state
    const validFrom = clock()
    const { body, ...made } = await make().catch((error) => {
      // A list that is gone would be asked for twice by each request: is it as it was, and what is it now.
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
    const before = entries.peek(key)
    if (before?.tag === response.tag && before.gzip !== undefined) response.gzip = before.gzip
    entries.set(key, response)
    return response
  }

  function begin(key: string, makeBody: Make): Promise<CachedResponse> {
    const response = make(key, makeBody)
    inFlight.set(key, { began: ++moment, response })
    const end = () => void inFlight.delete(key)
    response.then(end, end)
    return response
  }

  /** One that was begun before the request came may miss what was committed between: it must fit the later snapshot. */
  async function refresh(key: string, make: Make, came: number, snapshot: string): Promise<CachedResponse> {
    const running = inFlight.get(key)
    if (running === undefined) return begin(key, make)
    if (running.began > came) return running.response
    const response = await running.response.catch(() => null)
    return response !== null && isValid(response, snapshot) ? response : refresh(key, make, came, snapshot)
  }

  return {
    figures: entries,
    lookUp,
    make,

    has(key) {
      const response = entries.peek(key)
      if (response === undefined || isOfThisTime(response, clock())) return response !== undefined
      entries.delete(key) // it has expired
      return false
    },

    async revalidate(key, make, snapshot) {
      const came = ++moment
      if (snapshot !== undefined) return refresh(key, make, came, snapshot)
      if (!this.has(key) && !inFlight.has(key)) return begin(key, make)
      return new Promise((resolve) => {
        lookUp(key, (response, snapshot) => resolve(response ?? refresh(key, make, came, snapshot)))
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

import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { gzipTag, namesTag } from '../lists/etag.ts'
import { createCache } from '../memory.ts'

/** A whole answer, ready to be sent again as long as the database is in the state that it was read from. */
export interface Answer {
  body: Buffer
  /** A strong entity tag; without one it is made from the bytes. */
  tag?: string
  state: string
  /** From then on it is another one though nothing is written; null is never. */
  until: Date | null
}

/** Reads an answer anew. */
export type Make = () => Promise<Answer>

export interface Answers {
  /** Sends the answer of this address: from memory if nothing was committed since it was made. */
  send(request: FastifyRequest, reply: FastifyReply, make: Make): void
}

interface Entry extends Answer {
  tag: string
  make: Make
  /** When its making began, among all requests and makings. */
  began: number
  epoch: number
  from: Date
  gzip?: Promise<Buffer> | Buffer
}

type Done = (fault: unknown, entry?: Entry) => void

/** Smaller answers fit into one packet anyway. */
const MIN_GZIP_BYTES = 1024

const compress = promisify(gzip)

/** Answers what is known before the route, its schemas and its queries get to see the request. */
export function answering(app: FastifyInstance, { db, clock }: Context, maxBytes: number): Answers {
  const bytesOf = ({ body, gzip }: Entry) => body.length + (Buffer.isBuffer(gzip) ? gzip.length : 0)
  const entries = createCache<Entry>(maxBytes, bytesOf)
  const makings = new Map<string, { began: number; entry: Promise<Entry> }>()
  let moment = 0

  /** The answer as of now or later. Whatever was committed before the request came is in it. */
  function current(key: string, make: Make, done: Done) {
    const came = ++moment
    if (!entries.has(key) && !makings.has(key)) return void begin(key, make).then((entry) => done(null, entry), done)
    db.state.read((fault, state) => {
      const entry = entries.get(key)
      if (entry !== undefined && fault === null && isRight(entry, state)) done(null, entry)
      else renew(key, make, came, state).then((renewed) => done(null, renewed), done)
    })
  }

  function isRight({ state, epoch, from, until }: Entry, current: string): boolean {
    const now = clock()
    return state === current && epoch === db.state.epoch && from <= now && (until === null || now < until)
  }

  /** Makes an entry, or takes part in a making: in one that began before the request came only if it fits its state. */
  async function renew(key: string, make: Make, came: number, state: string): Promise<Entry> {
    const running = makings.get(key)
    if (running === undefined) return begin(key, make)
    if (running.began > came) return running.entry
    const entry = await running.entry.catch(() => null)
    return entry !== null && isRight(entry, state) ? entry : renew(key, make, came, state)
  }

  function begin(key: string, make: Make): Promise<Entry> {
    const began = ++moment
    const { epoch } = db.state
    const from = clock()
    const entry = make().then((answer) => {
      const tag = answer.tag ?? `"${hash('sha256', answer.body, 'base64url').slice(0, 22)}"`
      const made: Entry = { ...answer, tag, make, began, epoch, from }
      const before = entries.peek(key)
      if (before?.tag === tag && before.gzip !== undefined) made.gzip = before.gzip
      entries.set(key, made)
      return made
    })
    makings.set(key, { began, entry })
    const end = () => void makings.delete(key)
    entry.then(end, end)
    return entry
  }

  async function compressed(key: string, entry: Entry): Promise<Buffer> {
    entry.gzip ??= compress(entry.body)
    const bytes = await entry.gzip
    entry.gzip = bytes
    if (entries.peek(key) === entry) entries.set(key, entry) // it has grown
    return bytes
  }

  function deliver(request: FastifyRequest, reply: FastifyReply, entry: Entry) {
    const wantsGzip = entry.body.length >= MIN_GZIP_BYTES && acceptsGzip(request.headers['accept-encoding'])
    const tag = wantsGzip ? gzipTag(entry.tag) : entry.tag
    const condition = request.headers['if-none-match']
    if (condition !== undefined && isKnown(condition, entry.tag)) return write(reply, 304, tag)
    if (!wantsGzip) return write(reply, 200, tag, entry.body)
    if (Buffer.isBuffer(entry.gzip)) return write(reply, 200, tag, entry.gzip, 'gzip')
    compressed(request.url, entry).then(
      (bytes) => write(reply, 200, tag, bytes, 'gzip'),
      () => write(reply, 200, entry.tag, entry.body),
    )
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' || hasBody(request)) return done()
    const known = entries.get(request.url)
    if (known === undefined) return done()
    current(request.url, known.make, (fault, entry) => {
      if (entry === undefined) done(fault as Error)
      else deliver(request, reply, entry)
    })
  })

  return {
    send: (request, reply, make) =>
      current(request.url, make, (fault, entry) => {
        if (entry === undefined) reply.send(fault)
        else deliver(request, reply, entry)
      }),
  }
}

/** Past the reply, whose checks and hooks ready bytes do not need; what the hooks before have set is sent too. */
function write(reply: FastifyReply, status: 200 | 304, tag: string, body?: Buffer, encoding?: 'gzip') {
  const set = reply.getHeaders()
  reply.hijack()
  const headers: Record<string, unknown> = {
    ...set,
    ...(body !== undefined && { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }),
    ...(encoding !== undefined && { 'content-encoding': encoding }),
    etag: tag,
    'cache-control': 'no-cache',
    vary: set.vary === undefined ? 'Accept-Encoding' : `${set.vary}, Accept-Encoding`,
  }
  reply.raw.writeHead(status, headers as Record<string, string | number>)
  reply.raw.end(reply.request.method === 'HEAD' ? undefined : body)
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Whether the client has the bytes, compressed or not. */
const isKnown = (condition: string, tag: string) =>
  namesTag(condition, tag, { weak: true }) || namesTag(condition, gzipTag(tag), { weak: true })

const acceptsGzip = (header: string | string[] | undefined): boolean =>
  header !== undefined && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(header))

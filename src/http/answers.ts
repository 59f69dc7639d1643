import { randomUUID } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeader, Server, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { gzipTag, namesTag } from '../lists/etag.ts'
import type { KeptAnswer, KeptAnswers, Make } from './kept-answers.ts'
import { toldInTime, waitedBefore } from './limits/deadline.ts'

export interface Answers {
  /** Sends the answer of this address: from memory if nothing was committed since it was made. */
  send(request: FastifyRequest, reply: FastifyReply, make: Make): Promise<void>
  /** The same for what is made for one client alone, and given up when it goes. */
  sendOwn(request: FastifyRequest, reply: FastifyReply, make: Make): Promise<void>
  /**
   * Has a server send what is in memory by itself, long before the request would come to its route; but only when it
   * may, and telling of each answer.
   */
  goFirst(server: Server, mayAnswer: () => boolean, observe: (sent: Sent) => void): void
}

/** What a server has sent by itself. */
export interface Sent {
  request: IncomingMessage
  id: string
  route: string
  status: number
  /** How long it took, in milliseconds. */
  elapsed: number
}

/** A request that an answer goes to, and what every answer carries. */
interface Delivery {
  request: IncomingMessage
  response: ServerResponse
  id: string
  common: readonly OutgoingHttpHeader[]
}

/** Smaller answers fit into one packet anyway. */
const MIN_GZIP_BYTES = 1024

/** Websites whose headers are remembered. */
const MAX_ORIGINS = 1_000

export function answering(kept: KeptAnswers): Answers {
  /** What the hooks of all routes put on answers, by the Origin of the request: they look at nothing else of it. */
  const common = new LRUCache<string, OutgoingHttpHeader[]>({ max: MAX_ORIGINS })

  function deliver({ request, response, id, common }: Delivery, answer: KeptAnswer) {
    const { body, tag, gzip, type = 'application/json; charset=utf-8' } = answer
    const { 'if-none-match': condition, 'accept-encoding': encodings } = request.headers
    const wantsGzip = body.length >= MIN_GZIP_BYTES && acceptsGzip(encodings)
    if (condition !== undefined && isKnown(condition, tag)) {
      response.writeHead(304, [...common, 'x-request-id', id, 'etag', wantsGzip ? gzipTag(tag) : tag])
      return response.end()
    }
    const write = (body: Buffer, ...headers: OutgoingHttpHeader[]) => {
      const described = ['content-type', type, 'content-length', body.length]
      response.writeHead(200, [...common, 'x-request-id', id, ...described, ...headers])
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    const writePlain = () => write(body, 'etag', tag)
    const writePacked = (bytes: Buffer) => write(bytes, 'etag', gzipTag(tag), 'content-encoding', 'gzip')
    if (!wantsGzip) writePlain()
    else if (Buffer.isBuffer(gzip)) writePacked(gzip)
    else kept.compressed(addressOf(request), answer).then(writePacked, writePlain)
  }

  function deliverFrom({ raw: request, id }: FastifyRequest, reply: FastifyReply, answer: KeptAnswer) {
    if (reply.sent) return // it took too long, and was given up
    const headers = headersOf(reply)
    common.set(originOf(request), headers)
    reply.hijack()
    deliver({ request, response: reply.raw, id, common: headers }, answer)
  }

  return {
    async send(request, reply, make) {
      const answer = await new Promise<KeptAnswer>((resolve, reject) => {
        kept.current(addressOf(request.raw), routeOf(request), make, (fault, answer) => {
          if (answer === undefined) reject(fault)
          else resolve(answer)
        })
      })
      deliverFrom(request, reply, answer)
    },

    async sendOwn(request, reply, make) {
      const address = addressOf(request.raw)
      const came = performance.now()
      const known = await new Promise<KeptAnswer | undefined>((resolve) => kept.recall(address, resolve))
      request.waited += performance.now() - came
      deliverFrom(request, reply, known ?? (await kept.make(address, routeOf(request), make)))
    },

    goFirst(server, mayAnswer, observe) {
      const listeners = server.listeners('request')
      server.removeAllListeners('request')
      server.on('request', (request, response) => {
        const pass = () => {
          for (const listener of listeners) listener.call(server, request, response)
        }
        const address = addressOf(request)
        const known = request.method === 'GET' && !hasBody(request) ? kept.find(address) : undefined
        const headers = known && common.get(originOf(request))
        if (known === undefined || headers === undefined || !server.listening || !mayAnswer()) return pass()

        const came = performance.now()
        const { tell, hurry } = toldInTime((answer: KeptAnswer | undefined) => {
          if (answer === undefined) {
            waitedBefore.set(request, performance.now() - came)
            return pass() // the route tells of the fault
          }
          const id = randomUUID()
          const common = server.listening ? headers : [...headers, 'connection', 'close']
          deliver({ request, response, id, common }, answer)
          const { statusCode: status } = response
          observe({ request, id, route: answer.route, status, elapsed: performance.now() - came })
        })
        if (known.make === null) kept.recall(address, tell)
        else kept.current(address, known.route, known.make, (_, answer) => tell(answer), hurry)
      })
    },
  }
}

/** What the hooks have set, as a flat list of names and values. Caches ask again before they answer. */
function headersOf(reply: FastifyReply): OutgoingHttpHeader[] {
  const { vary, 'x-request-id': _, ...set } = reply.getHeaders()
  const varies = vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`
  const headers = { ...set, 'cache-control': 'no-cache', vary: varies }
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]))
}

const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? ''

const addressOf = ({ url = '/' }: IncomingMessage) => url

const originOf = ({ headers }: IncomingMessage) => headers.origin ?? ''

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Whether the client has the bytes, compressed or not. */
const isKnown = (condition: string, tag: string) =>
  namesTag(condition, tag, { weak: true }) || namesTag(condition, gzipTag(tag), { weak: true })

const acceptsGzip = (header: string | string[] | undefined): boolean =>
  header !== undefined && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(header))

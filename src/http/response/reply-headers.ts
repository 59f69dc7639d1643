// Sets headers that depend on the response. Routes of all parts use these functions, so that each header is set in one way;
// test/project/headers.test.ts looks for others.

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { HTML, PAGE_HEADERS } from './headers.ts'

/** Keeps all caches from storing this response. */
export const notStored = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

/** Like `notStored`, also for caches of HTTP/1.0 (RFC 6749, 5.1). */
export const neverStored = (reply: FastifyReply) => notStored(reply).header('pragma', 'no-cache')

/** Lets caches use this response for a while, or until it changes: `how` is a value of Cache-Control. */
export const cachedAs = (reply: FastifyReply, how: string) => reply.header('cache-control', how)

/** Adds the name of a request header that the response depends on. */
export const variesBy = (reply: FastifyReply, name: string) =>
  reply.header('vary', [reply.getHeader('vary'), name].filter(Boolean).join(', '))

/** Sets the entity tag of the shown version. */
export const tagged = (reply: FastifyReply, tag: string) => reply.header('etag', tag)

/** Makes this the response to a creation: 201 with the new address. */
export const createdAt = (reply: FastifyReply, address: string) => reply.code(201).header('location', address)

/** Gives the client the key of the list that it created. No cache may keep it. */
export const withOwnerKey = (reply: FastifyReply, key: string) => notStored(reply).header('owner-key', key)

/** Says that an earlier request with the same Idempotency-Key has created the list. */
export const replayed = (reply: FastifyReply) => reply.header('idempotent-replay', 'true')

/** Sets or clears a cookie, which no cache may keep. */
export const withCookie = (reply: FastifyReply, cookie: string) => notStored(reply).header('set-cookie', cookie)

/** Says in how many seconds the client may try again. */
export const retryAfter = (reply: FastifyReply, seconds: number) => reply.header('retry-after', seconds)

/** Makes a browser save the response under the name in `disposition`, instead of guessing its type or showing it. */
export function describeDownload(reply: FastifyReply, type: string, disposition: string): FastifyReply {
  return reply.type(type).header('content-disposition', disposition).header('x-content-type-options', 'nosniff')
}

/** Answers HEAD with the length that GET would send. */
export const sendLength = (reply: FastifyReply, bytes: number) =>
  reply.header('content-length', bytes).send(Readable.from([]))

/** Says that the body is sent in gzip. */
export const inGzip = (reply: FastifyReply) => reply.header('content-encoding', 'gzip')

/** Gives a response the headers of a page instead of those of the API. */
export const asPage = (reply: FastifyReply) => reply.headers(PAGE_HEADERS)

/** Sends a page that is made for one reader. */
export const sendPrivatePage = (reply: FastifyReply, status: number, page: string | Buffer) =>
  notStored(reply).code(status).type(HTML).send(page)

import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Context, RequestContext } from '../../context.ts'

/**
 * Length of the IPv6 prefix that counts as one client, in bits. Providers assign at least such a network to a customer.
 */
const PREFIX_BITS = 64

/**
 * Returns the key by which a client is counted. Values that are not IP addresses, which some proxies send, share one.
 */
export function addressKey(address: string): string {
  const [, ip = ''] = /^\[?([\da-f.:]+?)(?:%.*)?(?:\]|$)/i.exec(withoutPort(address)) ?? []
  return isIP(ip) === 0 ? 'unknown' : normalizeIP(ip, PREFIX_BITS)
}

/**
 * Returns the key by which limits count the address of a client. Returns undefined for programs on this machine, which
 * have no limit of their own, unless a proxy on this machine names the addresses of clients.
 */
export const limitedAddress = ({ ip, server }: FastifyRequest): string | undefined =>
  !server.trustsProxy && /^(::ffff:)?127\.|^::1$/.test(ip) ? undefined : addressKey(ip)

/** Removes the port that some proxies append, as in `192.0.2.1:4711`. */
const withoutPort = (address: string) => address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

/** Returns the key by which a token is counted. It is neither the token nor its hash in the database. */
export const tokenKey = (authorization: string): string =>
  createHash('sha256').update(`counted ${authorization}`).digest('base64url').slice(0, 22)

/** Returns the context for writes of a request. */
export const requestContext = (context: Context, request: FastifyRequest): RequestContext => ({
  ...context,
  address: addressKey(request.ip),
  isLimited: limitedAddress(request) !== undefined,
})

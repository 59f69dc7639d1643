import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { Address6 } from 'ip-address'

/** Length of the IPv6 prefix that counts as one client, in bits. A provider gives each customer at least such a network. */
const PREFIX_BITS = 64

/** Returns the key by which a client is counted. Some proxies send texts that are not addresses: they count as one client. */
export function addressKey(address: string): string {
  const [, ip = ''] = /^\[?([\da-f.:]+?)(?:%.*)?(?:\]|$)/i.exec(withoutPort(address)) ?? []
  if (isIP(ip) === 4) return ip
  if (isIP(ip) !== 6) return 'unknown'
  const parsed = new Address6(ip)
  if (parsed.isMapped4()) return parsed.to4().correctForm()
  return `${new Address6(`${ip}/${PREFIX_BITS}`).startAddress().correctForm()}/${PREFIX_BITS}`
}

/** Removes the port that some proxies append, as in `192.0.2.1:4711`. */
const withoutPort = (address: string) => address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

/** Returns the key by which a token is counted. It is neither the token nor the hash that the database has of it. */
export const tokenKey = (authorization: string): string =>
  createHash('sha256').update(`counted ${authorization}`).digest('base64url').slice(0, 22)

import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { Address6 } from 'ip-address'

/**
 * A provider gives each customer at least a network with a prefix of so many bits: all addresses in it are one client.
 */
const PREFIX_BITS = 64

/**
 * The key by which the client at an address is counted. All that is no address, as some proxies write, is one client.
 */
export function addressKey(address: string): string {
  const [, ip = ''] = /^\[?([\da-f.:]+?)(?:%.*)?(?:\]|$)/i.exec(withoutPort(address)) ?? []
  if (isIP(ip) === 4) return ip
  if (isIP(ip) !== 6) return 'unknown'
  const parsed = new Address6(ip)
  if (parsed.isMapped4()) return parsed.to4().correctForm()
  return `${new Address6(`${ip}/${PREFIX_BITS}`).startAddress().correctForm()}/${PREFIX_BITS}`
}

/** Some proxies write `192.0.2.1:4711`. */
const withoutPort = (address: string) => address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

/** The key by which a token is counted: not the token itself, nor the hash that is stored of it. */
export const tokenKey = (authorization: string): string =>
  createHash('sha256').update(`counted ${authorization}`).digest('base64url').slice(0, 22)

import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { Address6 } from 'ip-address'

/** A customer gets at least so many bits of an IPv6 network: all addresses in it are one client. */
const NETWORK_BITS = 64

/** The client behind an address, as it is counted. What is no address, as some proxies write, is one client. */
export function addressKey(address: string): string {
  const [, ip = ''] = /^\[?([\da-f.:]+?)(?:%.*)?(?:\]|$)/i.exec(withoutPort(address)) ?? []
  if (isIP(ip) === 4) return ip
  if (isIP(ip) !== 6) return 'unknown'
  const parsed = new Address6(ip)
  if (parsed.isMapped4()) return parsed.to4().correctForm()
  return `${new Address6(`${ip}/${NETWORK_BITS}`).startAddress().correctForm()}/${NETWORK_BITS}`
}

/** `192.0.2.1:4711` */
const withoutPort = (address: string) => address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

/** A token as it is counted: neither the token, nor what is stored of it. */
export const tokenKey = (authorization: string): string =>
  createHash('sha256').update(`counted ${authorization}`).digest('base64url').slice(0, 22)

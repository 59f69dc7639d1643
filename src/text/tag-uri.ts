/** Returns the host of a URL for a tag URI (RFC 4151); `localhost` for an IPv6 address, which a tag URI can't contain. */
export function tagAuthority(address: string): string {
  const { hostname } = new URL(address)
  return /^[a-z0-9.-]+$/.test(hostname) ? hostname : 'localhost'
}

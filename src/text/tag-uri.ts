import { timestamp } from './timestamp.ts'

/** Returns a tag URI (RFC 4151) for something of the catalog at `api`. `day` is a day on which it was there. */
export const tagUri = (api: string, day: string, path: string): string => `tag:${authorityOf(api)},${day}:${path}`

/** Returns the tag URI of a list. It has the time of the list's creation, so that a later list with its slug has another. */
export function tagUriOfList(api: string, { slug, createdAt }: { slug: string; createdAt: Date }): string {
  const created = timestamp(createdAt)
  return tagUri(api, created.slice(0, 10), `/v1/lists/${slug}/${created}`)
}

/** Returns the host of a URL; `localhost` for an IPv6 address, which a tag URI can't contain. */
function authorityOf(address: string): string {
  const { hostname } = new URL(address)
  return /^[a-z0-9.-]+$/.test(hostname) ? hostname : 'localhost'
}

import { hash } from 'node:crypto'

/**
 * The strong entity tag of a response that is made from these values, and from nothing else that can change. The
 * edition is among them (context.ts), as another program or another catalog may make other bytes of the same values.
 */
export const entityTag = (edition: string, ...values: unknown[]): string =>
  `"${hash('sha256', JSON.stringify([edition, ...values]), 'base64url').slice(0, 22)}"`

/** The strong entity tag of bytes. */
export const tagOfBytes = (edition: string, bytes: Uint8Array): string =>
  entityTag(edition, hash('sha256', bytes, 'base64url'))

/** The tag of the compressed body: other bytes need another tag. */
export const gzipTag = (tag: string): string => `${tag.slice(0, -1)}-gzip"`

/**
 * Whether an If-Match or If-None-Match header names the tag. If-None-Match compares weakly, so that `W/` makes no
 * difference; If-Match strongly (RFC 9110, 8.8.3.2). The package `fresh` has only the first.
 */
export function namesTag(header: string, tag: string, { weak }: { weak: boolean }): boolean {
  if (header.trim() === '*') return true
  const tags = header.match(/(W\/)?"[^"]*"/g) ?? []
  return tags.some((candidate) => (weak ? candidate.replace(/^W\//, '') : candidate) === tag)
}

import { hash } from 'node:crypto'

/**
 * The strong entity tag of what is made of these values, and of nothing else that can change. The edition is the first of
 * them (context.ts): another program or another catalog may make other bytes of the same rest.
 */
export const entityTag = (edition: string, ...values: unknown[]): string =>
  `"${hash('sha256', JSON.stringify([edition, ...values]), 'base64url').slice(0, 22)}"`

/** The strong entity tag of bytes. */
export const tagOfBytes = (edition: string, bytes: Uint8Array): string =>
  entityTag(edition, hash('sha256', bytes, 'base64url'))

/** The tag of the same bytes, compressed: other bytes, another tag. */
export const gzipTag = (tag: string): string => `${tag.slice(0, -1)}-gzip"`

/** Whether an If-Match or If-None-Match header names the tag. A weak tag (`W/`) counts where `weak` is allowed. */
export function namesTag(header: string, tag: string, { weak }: { weak: boolean }): boolean {
  if (header.trim() === '*') return true
  const tags = header.match(/(W\/)?"[^"]*"/g) ?? []
  return tags.some((candidate) => (weak ? candidate.replace(/^W\//, '') : candidate) === tag)
}

import { hash } from 'node:crypto'
import type { Urls } from '../context.ts'

interface Tagged {
  id: number
  revision: number
  author: { name: string; verified: boolean } | null
}

/** The strong entity tag of the single-list view: another one whenever a byte of it may be another. */
export function listTag({ id, revision, author }: Tagged, urls: Urls): string {
  return entityTag(id, revision, author?.name, author?.verified, urls.api)
}

/** The strong entity tag of what is made of these values, and of nothing else that can change. */
export const entityTag = (...values: unknown[]): string =>
  `"${hash('sha256', JSON.stringify(values), 'base64url').slice(0, 22)}"`

/** The tag of the same bytes, compressed: other bytes, another tag. */
export const gzipTag = (tag: string): string => `${tag.slice(0, -1)}-gzip"`

/** Whether an If-Match or If-None-Match header names the tag. A weak tag (`W/`) counts where `weak` is allowed. */
export function namesTag(header: string, tag: string, { weak }: { weak: boolean }): boolean {
  if (header.trim() === '*') return true
  const tags = header.match(/(W\/)?"[^"]*"/g) ?? []
  return tags.some((candidate) => (weak ? candidate.replace(/^W\//, '') : candidate) === tag)
}

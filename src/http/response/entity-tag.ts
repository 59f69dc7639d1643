import { hash, randomUUID } from 'node:crypto'

/** A hash of the sources and of the packages that they use. scripts/programs.ts defines it in the built program. */
declare const BUILD_ID: string | undefined

/** Names the version of the program. A program that runs from its sources gets a new name with each start. */
const buildId = typeof BUILD_ID === 'string' ? BUILD_ID : randomUUID()

/** Names what compressed bytes depend on, apart from the bytes before the compression. */
const compression = `${process.versions.zlib} ${process.arch}`

const tagOf = (...values: unknown[]): string =>
  `"${hash('sha256', JSON.stringify([compression, ...values]), 'base64url').slice(0, 22)}"`

/** Returns the strong entity tag of a response that this version of the program makes from these values alone. */
export const entityTag = (...values: unknown[]): string => tagOf(buildId, ...values)

/** Returns the strong entity tag of bytes. */
export const tagOfBytes = (bytes: Uint8Array): string => tagOfHash(hash('sha256', bytes, 'base64url'))

/** Returns the strong entity tag of bytes with this hash. */
export const tagOfHash = (hash: string): string => tagOf(hash)

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

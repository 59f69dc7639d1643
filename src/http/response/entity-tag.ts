import { hash, randomUUID } from 'node:crypto'

/** A hash of the sources and their packages. scripts/bundle.ts defines it in the built program. */
declare const BUILD_ID: string | undefined

/** Identifies the version of the program. A program that runs from its sources gets a new id at each start. */
const buildId = typeof BUILD_ID === 'string' ? BUILD_ID : randomUUID()

/** Identifies the compressor: other versions may compress the same bytes differently. */
const compression = `${process.versions.zlib} ${process.arch}`

const tagOf = (...values: unknown[]): string =>
  `"${hash('sha256', JSON.stringify([compression, ...values]), 'base64url').slice(0, 22)}"`

/** Returns the strong entity tag of a response that this version of the program makes from these values only. */
export const entityTag = (...values: unknown[]): string => tagOf(buildId, ...values)

export const tagOfBytes = (bytes: Uint8Array): string => tagOfHash(hash('sha256', bytes, 'base64url'))

export const tagOfHash = (hash: string): string => tagOf(hash)

/** Returns the entity tag of the compressed body, which differs because the bytes do. */
export const gzipTag = (tag: string): string => `${tag.slice(0, -1)}-gzip"`

/** Whether an If-Match or If-None-Match header names the tag. `weak` ignores `W/` (RFC 9110, 8.8.3.2). */
export function namesTag(header: string, tag: string, { weak }: { weak: boolean }): boolean {
  if (header.trim() === '*') return true
  const tags = header.match(/(W\/)?"[^"]*"/g) ?? []
  return tags.some((candidate) => (weak ? candidate.replace(/^W\//, '') : candidate) === tag)
}

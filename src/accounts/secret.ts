import { createHash, randomBytes } from 'node:crypto'

/** A new API token: 256 random bits behind a prefix that secret scanners can look for. */
export const newToken = (): string => `mlc_${randomBytes(32).toString('base64url')}`

/** What is stored of a token. A token has enough randomness of its own: a slow hash would add nothing. */
export const hashToken = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest())

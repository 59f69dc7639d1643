import { createHash, randomBytes } from 'node:crypto'

/** A new API token: 256 random bits behind a prefix that secret scanners can look for. */
export const newToken = (): string => `mlc_${randomBytes(32).toString('base64url')}`

const OWNER_KEY_PREFIX = 'mlk_'

/** A new key of an anonymous list, for its owner: as random, behind a prefix of its own. */
export const newOwnerKey = (): string => `${OWNER_KEY_PREFIX}${randomBytes(32).toString('base64url')}`

/** Whether a secret can be an owner's key, and so is no API token. */
export const isOwnerKey = (secret: string): boolean => secret.startsWith(OWNER_KEY_PREFIX)

/** What is stored of a token or a key. Both have enough randomness of their own: a slow hash would add nothing. */
export const hashToken = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest())

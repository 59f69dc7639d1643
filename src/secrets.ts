import { createHash, randomBytes } from 'node:crypto'

/** Returns a new API token: 256 random bits after a prefix that secret scanners can detect. */
export const newToken = (): string => `mlc_${randomBytes(32).toString('base64url')}`

const OWNER_KEY_PREFIX = 'mlk_'

/** Returns a new owner key of an anonymous list: 256 random bits after another prefix. */
export const newOwnerKey = (): string => `${OWNER_KEY_PREFIX}${randomBytes(32).toString('base64url')}`

/** Reports whether a secret has the prefix of an owner key, and so is not an API token. */
export const isOwnerKey = (secret: string): boolean => secret.startsWith(OWNER_KEY_PREFIX)

/** Returns the hash to store for a token or a key. A slow hash is unnecessary, because both have 256 random bits. */
export const hashToken = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest())

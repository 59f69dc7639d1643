import { createHash, createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Returns a new API token: 256 random bits after a prefix that secret scanners can detect. */
export const newToken = (): string => `mlc_${newSecret()}`

const OWNER_KEY_PREFIX = 'mlk_'

/** Returns a new owner key of an anonymous list: 256 random bits after another prefix. */
export const newOwnerKey = (): string => `${OWNER_KEY_PREFIX}${newSecret()}`

/** Returns random bytes that are stored, so that a secret can be derived again with another one that is not. */
export const newSalt = (): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(32))

/** Returns the owner key that only the holder of a secret can compute again, from a text that is stored. */
export const derivedOwnerKey = (secret: string, salt: string): string =>
  `${OWNER_KEY_PREFIX}${derivedSecret(secret, `owner key ${salt}`)}`

/** Reports whether a secret has the prefix of an owner key, and so is not an API token. */
export const isOwnerKey = (secret: string): boolean => secret.startsWith(OWNER_KEY_PREFIX)

/** Returns a new secret of a session, a pending sign-in or a waiting program: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const newHandle = (): string => randomUUID()

/** Letters and digits that are not easily confused (Crockford's base 32). */
const CODE_CHARACTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns a new recovery code: 100 random bits, too many to guess from a hash. */
export const newRecoveryCode = (): string => grouped(randomText(CODE_CHARACTERS, 20), 5)

/** Consonants only, so that a code does not spell a word. */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

/** Returns a new code that a person types to sign in a program, such as BCDF-GHJK. */
export const newUserCode = (): string => grouped(randomText(USER_CODE_LETTERS, 8), 4)

const randomText = (characters: string, length: number): string =>
  Array.from({ length }, () => characters[randomInt(characters.length)]).join('')

const grouped = (text: string, size: number): string => text.match(new RegExp(`.{${size}}`, 'g'))?.join('-') ?? ''

/** Returns the form of a recovery code to hash: without spaces and hyphens, with digits for letters like o and l. */
export const normalizedRecoveryCode = (text: string): string =>
  text.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')

export const normalizedUserCode = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z]/g, '')

/** Returns a secret that only the holder of the given secret can compute, such as the challenge of a sign-in. */
export const derivedSecret = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('base64url')

/**
 * Returns the hash to store for a secret. It need not be slow: secrets have 100 random bits, and user codes expire
 * soon.
 */
export const hashToken = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest())

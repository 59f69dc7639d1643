import { createHash, createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Returns a new API token: 256 random bits after a prefix that secret scanners can detect. */
export const newToken = (): string => `mlc_${newSecret()}`

const OWNER_KEY_PREFIX = 'mlk_'

/** Returns a new owner key of an anonymous list: 256 random bits after another prefix. */
export const newOwnerKey = (): string => `${OWNER_KEY_PREFIX}${newSecret()}`

/** Reports whether a secret has the prefix of an owner key, and so is not an API token. */
export const isOwnerKey = (secret: string): boolean => secret.startsWith(OWNER_KEY_PREFIX)

/** A new secret of a session, of a sign-in that begins, or of a program that waits for its token: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** A new user handle of passkeys. */
export const newHandle = (): string => randomUUID()

/** Letters and digits that nobody takes for another one (Crockford's base 32). */
const CODE_CHARACTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** A new recovery code: 100 random bits, as four groups of five characters. Nobody finds it from its hash. */
export const newRecoveryCode = (): string => grouped(randomText(CODE_CHARACTERS, 20), 5)

/** Consonants: they spell no word. */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

/** A new code that a person types for a program, as BCDF-GHJK. */
export const newUserCode = (): string => grouped(randomText(USER_CODE_LETTERS, 8), 4)

const randomText = (characters: string, length: number): string =>
  Array.from({ length }, () => characters[randomInt(characters.length)]).join('')

const grouped = (text: string, size: number): string => text.match(new RegExp(`.{${size}}`, 'g'))?.join('-') ?? ''

/** A recovery code as it is hashed: in any case, without spaces and hyphens, with the digits that were meant. */
export const normalizedRecoveryCode = (text: string): string =>
  text.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')

/** A user code as it is hashed: its letters in upper case. */
export const normalizedUserCode = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z]/g, '')

/** Another secret that only the owner of the first one can compute, such as the challenge of a sign-in. */
export const derivedSecret = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('base64url')

/** Returns the hash to store for a token or a key. A slow hash is unnecessary, because both have 256 random bits. */
export const hashToken = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest())

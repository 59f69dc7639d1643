import { randomInt } from 'node:crypto'
import slugify from 'slugify'

/** Maximum length of a slug, including its numeric suffix. */
export const MAX_SLUG_LENGTH = 100

/** Returns the slug of a name without a suffix; `list` if no letters are left. */
export function slugBase(name: string): string {
  const slug = slugify(name, { lower: true, strict: true }).slice(0, MAX_SLUG_LENGTH)
  return slug.replace(/^-+|(?<!-)-+$/g, '') || 'list'
}

/** Returns the slug with a base and a number; number 1 has no suffix. */
export function numberedSlug(base: string, number: number): string {
  if (number === 1) return base
  const suffix = `-${number}`
  return base.slice(0, MAX_SLUG_LENGTH - suffix.length).replace(/(?<!-)-+$/, '') + suffix
}

const RANDOM_LENGTH = 8

/** Returns a slug that nobody can guess: the base, a hyphen, and random lower-case letters and digits. */
export function unguessableSlug(base: string): string {
  const start = base.slice(0, MAX_SLUG_LENGTH - 1 - RANDOM_LENGTH).replace(/(?<!-)-+$/, '')
  const random = Array.from({ length: RANDOM_LENGTH }, () => randomInt(36).toString(36))
  return `${start}-${random.join('')}`
}

export const isSlug = (text: string): boolean => text.length <= MAX_SLUG_LENGTH && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

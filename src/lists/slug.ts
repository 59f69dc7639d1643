import { randomInt } from 'node:crypto'
import slugify from 'slugify'

/** The longest slug, its numeric suffix included. */
export const MAX_SLUG_LENGTH = 100

/** The slug of a name before any suffix: lower-case ASCII letters, digits and single hyphens, `list` if nothing is left. */
export function slugBase(name: string): string {
  const slug = slugify(name, { lower: true, strict: true }).slice(0, MAX_SLUG_LENGTH)
  return slug.replace(/^-+|-+$/g, '') || 'list'
}

/** Number of random letters and digits at the end of the slug of a list that is created private. */
const RANDOM_LENGTH = 8

/** Returns a slug of this base that nobody can guess: the base, a hyphen, and random lower-case letters and digits. */
export function unguessableSlug(base: string): string {
  const start = base.slice(0, MAX_SLUG_LENGTH - 1 - RANDOM_LENGTH).replace(/-+$/, '')
  const random = Array.from({ length: RANDOM_LENGTH }, () => randomInt(36).toString(36))
  return `${start}-${random.join('')}`
}

/** Whether any list could have this slug. */
export const isSlug = (text: string): boolean => text.length <= MAX_SLUG_LENGTH && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

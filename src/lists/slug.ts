import slugify from 'slugify'

/** The longest slug, its numeric suffix included. */
export const MAX_SLUG_LENGTH = 100

/** The slug of a name before any suffix: lower-case ASCII letters, digits and single hyphens, `list` if nothing is left. */
export function slugBase(name: string): string {
  const slug = slugify(name, { lower: true, strict: true })
  return cut(slug, MAX_SLUG_LENGTH) || 'list'
}

/** The slug of the list that is the `number`th of a base: 1 has no suffix (SPEC.md, List.slug). */
export function numberedSlug(base: string, number: number): string {
  const suffix = number === 1 ? '' : `-${number}`
  return cut(base, MAX_SLUG_LENGTH - suffix.length) + suffix
}

/** Whether any list could have this slug. */
export const isSlug = (text: string): boolean => text.length <= MAX_SLUG_LENGTH && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

const cut = (slug: string, length: number) => slug.slice(0, length).replace(/^-+|-+$/g, '')

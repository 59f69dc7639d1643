import slugify from 'slugify'

/** The longest slug, its numeric suffix included. */
export const MAX_SLUG_LENGTH = 100

/** The slug of a name before any suffix: lower-case ASCII letters, digits and single hyphens, `list` if nothing is left. */
export function slugBase(name: string): string {
  const slug = slugify(name, { lower: true, strict: true }).slice(0, MAX_SLUG_LENGTH)
  return slug.replace(/^-+|-+$/g, '') || 'list'
}

/** Whether any list could have this slug. */
export const isSlug = (text: string): boolean => text.length <= MAX_SLUG_LENGTH && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

export interface VersionAddress {
  slug: string
  /** Number of the revision; null for the current version. */
  revision: number | null
}

/** Maximum of PostgreSQL's integer type. */
const MAX_NUMBER = 2 ** 31 - 1

export function revisionNumber(text: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_NUMBER ? Number(text) : undefined
}

/** Parses `my-list` or `my-list@3`. Any other text is returned as a slug, which no list has. */
export function parseVersion(text: string): VersionAddress {
  const [, slug, digits = ''] = /^([^@]*)@([^@]*)$/.exec(text) ?? []
  const revision = revisionNumber(digits)
  return slug === undefined || revision === undefined ? { slug: text, revision: null } : { slug, revision }
}

export const versionText = (slug: string, revision: number | null): string =>
  revision === null ? slug : `${slug}@${revision}`

/** A list as it is now, or one of its revisions. */
export interface VersionAddress {
  slug: string
  /** Null for the list as it is now. */
  revision: number | null
}

/** The largest number that a revision could have: an integer of the database. */
const MAX_NUMBER = 2 ** 31 - 1

/** The number of a revision in an address; undefined for a text that is none, which no revision has. */
export function revisionNumber(text: string): number | undefined {
  const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : MAX_NUMBER + 1
  return number > MAX_NUMBER ? undefined : number
}

/** Reads `my-list` and `my-list@3` (docs/api.md#history). What is neither is the slug of no list. */
export function parseVersion(text: string): VersionAddress {
  const [, slug, digits = ''] = /^([^@]*)@([^@]*)$/.exec(text) ?? []
  const revision = revisionNumber(digits)
  return slug === undefined || revision === undefined ? { slug: text, revision: null } : { slug, revision }
}

/** The same as text. */
export const versionText = (slug: string, revision: number | null): string =>
  revision === null ? slug : `${slug}@${revision}`

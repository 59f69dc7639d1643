/** Returns the slug for a base and a number (docs/api.md#a-list), computed without the database. */
export function numberedSlug(base: string, number: number): string {
  const suffix = number === 1 ? '' : `-${number}`
  return base.slice(0, 100 - suffix.length).replace(/-+$/, '') + suffix
}

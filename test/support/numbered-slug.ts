/** The slug of the list that is the `number`th of a base (docs/api.md#a-list), without the database. */
export function numberedSlug(base: string, number: number): string {
  const suffix = number === 1 ? '' : `-${number}`
  return base.slice(0, 100 - suffix.length).replace(/-+$/, '') + suffix
}

import { slugBase } from '../../lists/slug.ts'
import { visibleName } from '../../text/harmless.ts'

interface Titled {
  name: string
  version?: string | null
  slug: string
}

/** Returns the title of a list, or of one of its revisions: "Lost Prophecies 6", "Lost Prophecies 5 version 3". */
export function listTitle({ name, version }: Omit<Titled, 'slug'>, revision: number | null = null): string {
  const number = version ? ` ${visibleName(version)}` : ''
  return `${visibleName(name)}${number}${revision === null ? '' : ` version ${revision}`}`
}

/** Returns the title of a list for the title of a page, which is unique: another list of its name adds its slug. */
export function uniqueTitle(list: Titled, revision: number | null = null): string {
  const title = listTitle(list, revision)
  return slugBase(visibleName(list.name)) === list.slug ? title : `${title} (${list.slug})`
}

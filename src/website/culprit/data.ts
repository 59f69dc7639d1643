import type { CulpritState } from '../../compare/culprit/schemas.ts'
import type { Site } from '../parts/site.ts'
import type { CulpritAddress } from './query.ts'

/** A state of a search, and what its page says about the lists. */
export interface CulpritPageData {
  site: Site
  /** Both lists with their revisions. */
  slugs: readonly [works: string, crashes: string]
  names: readonly [works: string, crashes: string]
  title: string
  game: string
  address: CulpritAddress
  state: CulpritState
  /** The found names that have a page in the catalog. */
  withPages: ReadonlySet<string>
  /** The other part, if the search can go on with its changes. */
  otherPart: 'mods' | 'plugins' | null
}

/** A state of a search, with what its parts share. */
export interface SearchData extends CulpritPageData {
  /** Path of the page. */
  path: string
  /** Returns the address of the page with another state. */
  to(change: Partial<CulpritAddress>): string
}

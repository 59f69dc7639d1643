import type { Database } from './db/client.ts'
import type { SiteInfo } from './site-info.ts'

/** Absolute addresses of the API and the website, without a trailing slash. */
export interface Urls {
  api: string
  website: string
  /** Whether the website has this program's history pages. Defaults to true. */
  hasHistory?: boolean
  site?: SiteInfo
}

export interface Context {
  db: Database
  clock: () => Date
  urls: Urls
  /** Maximum number of revisions of a list, including the current one. */
  maxRevisions: number
}

/** What most services need: the database and the time. */
export type DataContext = Pick<Context, 'db' | 'clock'>

export interface RequestContext extends Context {
  /**
   * The key of the client's address (http/limits/rate-limits.ts), of which only hashes are stored; undefined without a
   * client.
   */
  address?: string
  /** Whether the limits by address count the write. They do not count those of programs on this machine. */
  isLimited?: boolean
}

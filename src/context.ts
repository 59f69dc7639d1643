import type { Differ } from './compare/differ.ts'
import type { Database } from './db/client.ts'
import type { Deadline } from './db/transaction.ts'

/** Absolute addresses without a trailing slash: of this API and of the website that shows it. */
export interface Urls {
  api: string
  website: string
  /** Whether the website has the pages of this program: the history of each list is one. Yes if left out. */
  hasHistory?: boolean
}

/** What a use case needs from outside. */
export interface Context {
  db: Database
  clock: () => Date
  urls: Urls
  /** How many revisions of a list are kept, the present one among them. */
  maxRevisions: number
  /** Compares stored files, off the event loop. */
  differ: Differ
}

/** What a use case needs that writes for a request. */
export interface RequestContext extends Context {
  /** When it passes, nothing is stored any more; undefined if nobody waits. */
  deadline: Deadline | undefined
}

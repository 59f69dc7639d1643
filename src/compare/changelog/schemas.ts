import { z } from 'zod'
import { paged, pageParameters } from '../../http/request/paging.ts'
import { collectionQuery, Timestamp } from '../../lists/schemas.ts'
import { LoadOrderChanges } from '../../load-order/schemas.ts'

/** Number of revisions on a page. Clients can't change it. */
export const PAGE_SIZE = 10

const { 'page[size]': _, ...parameters } = pageParameters

export const CHANGELOG_PARAMETERS = Object.keys(parameters)

/** Removes `page[size]`, which some clients send with every page. */
const withoutSize = (query: unknown) => {
  if (typeof query !== 'object' || query === null) return query
  const { 'page[size]': _, ...rest } = query as Record<string, unknown>
  return rest
}

export const ChangelogQuery = z.preprocess(withoutSize, collectionQuery(parameters))
export type ChangelogQuery = z.output<typeof ChangelogQuery>

export const ChangelogEntry = z
  .object({
    revision: z.int().min(1).describe('Number of the revision.'),
    previous: z
      .int()
      .min(1)
      .nullable()
      .describe('Number of the previous revision that you may see; null for the oldest one.'),
    created: Timestamp.describe('When the revision was made.'),
    version: z.string().nullable().describe('Version label in this revision.'),
    note: z.string().nullable().describe('What changed, in the author’s words.'),
    changes: LoadOrderChanges.nullable().describe(
      'The changes since the previous revision, which is list 1; null for the oldest revision.',
    ),
  })
  .meta({ id: 'ChangelogEntry', description: 'A revision of a list, and its changes.' })
export type ChangelogEntry = z.output<typeof ChangelogEntry>

export const ChangelogPage = paged(ChangelogEntry).meta({
  id: 'ChangelogPage',
  description: 'A page of the changelog of a list, newest first.',
})

import type { Urls } from '../../context.ts'
import { nexusDomain } from '../../games/nexus.ts'
import type { ListRow } from '../../lists/queries.ts'
import type { FoundHistory, Revision } from '../../lists/revisions/queries.ts'
import type { AtomFeed } from '../../text/atom.ts'
import { tagUriOfList } from '../../text/atom.ts'
import { timestamp } from '../../text/timestamp.ts'
import { type CompareContext, type FoundChanges, shownChanges } from '../differ.ts'
import { loadFrom } from '../service.ts'
import type { ChangelogEntry } from './schemas.ts'

/** A range of a list's history, newest first, as one client sees it. */
export interface FoundChangelog {
  snapshot: string
  row: ListRow
  total: number
  revisions: Revision[]
  before: Revision | undefined
}

/** Returns a range of a list's history. `from` 0 is the newest revision. */
export function partOf(
  { snapshot, row, revisions }: FoundHistory,
  { from, size }: { from: number; size: number },
): FoundChangelog {
  const to = from + size
  return { snapshot, row, total: revisions.length, revisions: revisions.slice(from, to), before: revisions[to] }
}

/** Returns the changes of each revision; undefined for the oldest revision of the list. */
export async function changesIn(
  context: CompareContext,
  changelog: FoundChangelog,
  signal: AbortSignal,
): Promise<(FoundChanges | undefined)[]> {
  const lists = comparedIn(changelog).map(({ files, game }) => ({ files, domain: nexusDomain(game) }))
  const changes = await context.differ.changes(lists.toReversed(), loadFrom(context), signal)
  const latestFirst = changes.toReversed()
  return changelog.revisions.map((_, at) => latestFirst[at])
}

/** Returns the distinct files that the changelog compares. */
export const filesIn = (changelog: FoundChangelog): Revision['files'] => {
  const files = comparedIn(changelog).flatMap(({ files }) => files)
  return [...new Map(files.map((file) => [file.id, file])).values()]
}

const comparedIn = ({ revisions, before }: FoundChangelog): Revision[] => [...revisions, ...(before ? [before] : [])]

export type EntryHead = Omit<ChangelogEntry, 'changes'>

export const entryHeads = ({ revisions, before }: FoundChangelog): EntryHead[] =>
  revisions.map(({ number, createdAt, version, note }, at) => ({
    revision: number,
    previous: (revisions[at + 1] ?? before)?.number ?? null,
    created: timestamp(createdAt),
    version,
    note,
  }))

/** Returns the entries of a changelog with their changes, as responses show them. */
export const entriesOf = (
  heads: readonly EntryHead[],
  found: readonly (FoundChanges | undefined)[],
): ChangelogEntry[] =>
  heads.map((head, at) => {
    const one = found[at]
    return { ...head, changes: one === undefined ? null : shownChanges(one) }
  })

/** Returns the feed of a list's changelog. A later list with the same slug has another id. */
export function feedHead({ row, revisions }: FoundChangelog, urls: Urls): Omit<AtomFeed, 'title' | 'entries'> {
  const { slug, author, updatedAt } = row
  return {
    id: tagUriOfList(urls.api, row),
    author: author?.name ?? 'anonymous',
    updated: timestamp(revisions[0]?.createdAt ?? updatedAt),
    self: `${urls.api}/v1/lists/${slug}/changelog.atom`,
    alternate: `${urls.website}/lists/${slug}${urls.hasHistory === false ? '' : '/history'}`,
  }
}

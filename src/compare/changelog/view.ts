import type { Urls } from '../../context.ts'
import { type AtomFeed, tagUriOfList } from '../../text/atom.ts'
import { joinBytes } from '../../text/join-bytes.ts'
import { timestamp } from '../../text/timestamp.ts'
import type { ChangesJson } from '../differ.ts'
import type { ChangelogEntry } from './schemas.ts'
import type { FoundChangelog } from './service.ts'

export type EntryHead = Omit<ChangelogEntry, 'changes'>

/** Returns the entries of a changelog, without their changes. */
export const entryHeads = ({ revisions, before }: FoundChangelog): EntryHead[] =>
  revisions.map(({ number, createdAt, version, note }, at) => ({
    revision: number,
    previous: (revisions[at + 1] ?? before)?.number ?? null,
    created: timestamp(createdAt),
    version,
    note,
  }))

/** Returns a page of a changelog as JSON. The changes are JSON already, and are copied as they are. */
export function changelogJson(
  heads: readonly EntryHead[],
  changes: readonly (ChangesJson | undefined)[],
  rest: object,
): Promise<Buffer> {
  const entries = heads.flatMap((head, at) => {
    const members = changes[at]?.members
    const before = `${at === 0 ? '' : ','}${JSON.stringify(head).slice(0, -1)},"changes":`
    return members === undefined ? [before, 'null}'] : [before, '{', ...members, '}}']
  })
  return joinBytes(['{"data":[', ...entries, `],${JSON.stringify(rest).slice(1)}`])
}

/**
 * Returns the feed of a list's changelog, without its title and entries. A later list with the same slug has another id.
 */
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

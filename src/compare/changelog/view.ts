import type { Urls } from '../../context.ts'
import type { AtomFeed } from '../../text/atom.ts'
import { joinBytes } from '../../text/join-bytes.ts'
import { timestamp } from '../../text/timestamp.ts'
import type { ChangesJson } from '../differ.ts'
import type { ChangelogEntry } from './schemas.ts'
import type { FoundChangelog } from './service.ts'

export type EntryHead = Omit<ChangelogEntry, 'changes'>

/** What an entry says beside its changes. */
export const entryHeads = ({ revisions, before }: FoundChangelog): EntryHead[] =>
  revisions.map(({ number, createdAt, version, note }, at) => ({
    revision: number,
    previous: (revisions[at + 1] ?? before)?.number ?? null,
    created: timestamp(createdAt),
    version,
    note,
  }))

/** A page as JSON, whose changes are JSON already. */
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
 * The feed of a list's changelog, without its entries. Its id is a tag (RFC 4151) that is of this list alone: another one
 * that is given the same slug later was created at another time.
 */
export function feedHead({ row, revisions }: FoundChangelog, urls: Urls): Omit<AtomFeed, 'title' | 'entries'> {
  const { slug, author, createdAt, updatedAt } = row
  const created = timestamp(createdAt)
  return {
    id: `tag:${authorityOf(urls.api)},${created.slice(0, 10)}:/v1/lists/${slug}/${created}`,
    author: author?.name ?? 'anonymous',
    updated: timestamp(revisions[0]?.createdAt ?? updatedAt),
    self: `${urls.api}/v1/lists/${slug}/changelog.atom`,
    alternate: `${urls.website}/lists/${slug}${urls.hasHistory === false ? '' : '/history'}`,
  }
}

/** Names of hosts and addresses of IPv4 may stand in a tag, those of IPv6 may not. */
function authorityOf(address: string): string {
  const { hostname } = new URL(address)
  return /^[a-z0-9.-]+$/.test(hostname) ? hostname : 'localhost'
}

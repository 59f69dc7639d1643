import { type ChangelogEntry, PAGE_SIZE } from '../../compare/changelog/schemas.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { versionText } from '../../lists/version-address.ts'
import { entryTitle } from '../../load-order/rendering/changelog.ts'
import { counted } from '../../text/amounts.ts'
import { Page } from '../parts/document.tsx'
import { uniqueTitle } from '../parts/list-title.ts'
import { Pager } from '../parts/pager.tsx'
import { Name } from '../parts/shown-list.tsx'
import { apiPath, followPath, historyPath, listPath, type Site } from '../parts/site.ts'
import { Unknown } from '../parts/tabs.tsx'
import { Day } from '../parts/time.tsx'
import { SideChoice } from './chooser.tsx'
import { RevisionRow, type ShownRevision } from './revision.tsx'

/** One page of a list's history. */
interface HistoryPageData {
  site: Site
  list: ListSummary
  /** The revisions of this page, newest first. */
  revisions: readonly ShownRevision[]
  /** All revisions, newest first. */
  all: readonly Omit<ChangelogEntry, 'changes'>[]
  page: number
  /** What the address asks for and does not exist. */
  unknown: readonly string[]
}

export function HistoryPage({ site, list, revisions, all, page, unknown }: HistoryPageData) {
  const { slug, name, expires } = list
  const feed = apiPath(site, `/lists/${slug}/changelog.atom`)
  const heading = `History of ${name}`
  const shared = `History of ${uniqueTitle({ name, slug })}`
  const shownOnPage = new Map(revisions.map((revision) => [revision.revision, revision]))
  /** Returns the content of a revision's row. The changes of revisions of other pages are on those pages. */
  const rowOf = (entry: HistoryPageData['all'][number], at: number) => {
    const revision = shownOnPage.get(entry.revision)
    if (revision !== undefined) return <RevisionRow site={site} list={list} revision={revision} isCurrent={at === 0} />
    const address = `${historyPath(site, slug, Math.floor(at / PAGE_SIZE) + 1)}#revision-${entry.revision}`
    return (
      <p>
        <a href={address}>{entryTitle(entry)}</a> <Day at={entry.created} />
      </p>
    )
  }
  return (
    <Page
      site={site}
      title={page > 1 ? `${shared}, page ${page}` : shared}
      name={heading}
      description={`${counted(all.length, 'version')} of ${name}, with the changes of each.`}
      path={historyPath({ ...site, base: '' }, slug, page)}
      isUnlisted={list.private || expires !== null}
      feed={feed}
    >
      <h1>
        History of <Name of={name} />
      </h1>
      <p class="meta">
        <a href={listPath(site, slug)}>Current version</a>
        <span>{counted(all.length, 'version')}</span>
        <a href={followPath(site, slug)}>Follow</a>
      </p>
      <Unknown what={unknown} />
      {all.length < 2 && <p class="empty">Nothing to compare yet. Each update of the list adds a version.</p>}
      <form action={`${site.base}/compare`} aria-label="Compare two versions">
        <ul class="lists">
          {all.map((entry, at) => (
            <li key={entry.revision} id={`revision-${entry.revision}`}>
              {all.length > 2 && <SideChoice version={versionText(slug, entry.revision)} entry={entry} at={at} />}
              <div>{rowOf(entry, at)}</div>
            </li>
          ))}
        </ul>
        {all.length > 2 && (
          <p class="bar">
            <button type="submit">Compare</button>
          </p>
        )}
      </form>
      <Pager page={page} total={all.length} size={PAGE_SIZE} address={(number) => historyPath(site, slug, number)} />
    </Page>
  )
}

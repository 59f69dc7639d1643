import { type ChangelogEntry, PAGE_SIZE } from '../../compare/changelog/schemas.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { slugBase } from '../../lists/slug.ts'
import { counted } from '../../text/amounts.ts'
import { Page } from '../parts/document.tsx'
import { Pager } from '../parts/pager.tsx'
import { Name } from '../parts/shown-list.tsx'
import { apiPath, historyPath, listPath, type Site } from '../parts/site.ts'
import { RevisionChooser } from './chooser.tsx'
import { RevisionChanges, type ShownRevision } from './revision.tsx'

/** One page of a list's history. */
interface HistoryPageData {
  site: Site
  list: ListSummary
  /** The revisions of this page, newest first. */
  revisions: readonly ShownRevision[]
  /** All revisions, newest first. */
  all: readonly Omit<ChangelogEntry, 'changes'>[]
  page: number
}

export function HistoryPage({ site, list, revisions, all, page }: HistoryPageData) {
  const { slug, name, expires } = list
  const feed = apiPath(site, `/lists/${slug}/changelog.atom`)
  const heading = `History of ${name}`
  const shared = slugBase(name) === slug ? heading : `${heading} (${slug})`
  return (
    <Page
      site={site}
      title={page > 1 ? `${shared}, page ${page}` : shared}
      name={heading}
      description={`${counted(all.length, 'revision')} of ${name}, with the changes of each.`}
      path={historyPath({ ...site, base: '' }, slug, page)}
      isUnlisted={list.private || expires !== null}
      feed={feed}
    >
      <h1>
        History of <Name of={name} />
      </h1>
      <p class="meta">
        <a href={listPath(site, slug)}>Current version</a>
        <span>{counted(all.length, 'revision')}</span>
        <a href={feed}>Atom feed</a>
      </p>
      {all.length > 1 ? (
        <RevisionChooser site={site} slug={slug} revisions={all} />
      ) : (
        <p class="empty">Nothing to compare yet. Each update of the list adds a revision.</p>
      )}
      {revisions.length === 0 && (
        <p class="empty">
          This page does not exist. <a href={historyPath(site, slug)}>Newest revisions</a>
        </p>
      )}
      {revisions.map((revision) => (
        <RevisionChanges key={revision.revision} site={site} list={list} revision={revision} />
      ))}
      <Pager page={page} total={all.length} size={PAGE_SIZE} address={(number) => historyPath(site, slug, number)} />
    </Page>
  )
}

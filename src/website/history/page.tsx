import { type ChangelogEntry, PAGE_SIZE } from '../../compare/changelog/schemas.ts'
import {
  changesIn,
  type EntryHead,
  entryHeads,
  type FoundChangelog,
  filesIn,
  partOf,
} from '../../compare/changelog/service.ts'
import type { CompareContext, FoundChanges } from '../../compare/differ.ts'
import { bytesOf } from '../../compare/service.ts'
import { historyOf } from '../../lists/revisions/service.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { versionText } from '../../lists/version-address.ts'
import { listSummary, listTag } from '../../lists/view.ts'
import type { ChangesExcerpt } from '../../load-order/rendering/excerpt.ts'
import { entryTitle } from '../../load-order/rendering/markdown.ts'
import { counted } from '../../text/amounts.ts'
import { Page } from '../components/document.tsx'
import { uniqueTitle } from '../components/list-row.tsx'
import { Pager } from '../components/pager.tsx'
import { Name, shownList } from '../components/shown-list.tsx'
import { apiPath, followPath, historyPath, listPath, type Site, siteOf } from '../components/site.ts'
import { Unknown } from '../components/tabs.tsx'
import { Day } from '../components/time.tsx'
import type { FoundPage } from '../found-page.ts'
import type { PageQuery } from '../parameters.ts'
import { RevisionRow, type ShownRevision } from './revision.tsx'

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

function HistoryPage({ site, list, revisions, all, page, unknown }: HistoryPageData) {
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

interface SideChoiceData {
  /** The revision in addresses of comparisons: `slug@n`. */
  version: string
  entry: { revision: number; version: string | null }
  /** Place of the revision in the history, from 0 for the newest. */
  at: number
}

/** Two buttons that choose a revision as one side of a comparison. The newest two are chosen at first. */
const SideChoice = ({ version, entry, at }: SideChoiceData) => (
  <>
    {[
      { name: 'list1', word: 'From', chosen: 1 },
      { name: 'list2', word: 'To', chosen: 0 },
    ].map(({ name, word, chosen }) => (
      <label key={name} class="tick">
        <input type="radio" name={name} value={version} checked={at === chosen} />
        <span>
          {word}
          <span class="unseen"> {entryTitle(entry)}</span>
        </span>
      </label>
    ))}
  </>
)

/** Finds a page of a list's public history (404 if the list does not exist). */
export async function findHistoryPage(
  context: CompareContext,
  slug: string,
  { page, unknown }: PageQuery,
  signal: AbortSignal,
): Promise<FoundPage> {
  const history = await historyOf(context, slug, null)
  const found = partOf(history, { from: (page - 1) * PAGE_SIZE, size: PAGE_SIZE })
  const all = entryHeads({ ...found, revisions: history.revisions, before: undefined })
  const contents = [found.revisions, found.before ?? []].flat().map(({ name, files }) => [name, files.map(hashOf)])
  return {
    version: [listTag(found.row, context), all, contents, page, unknown],
    snapshot: found.snapshot,
    validUntil: found.row.expiresAt,
    sourceBytes: bytesOf({ files: filesIn(found) }),
    render: async () => {
      const site = siteOf(context.urls)
      const list = shownList(listSummary(found.row, context.urls))
      const revisions = await shownRevisions(context, found, signal)
      return <HistoryPage {...{ site, list, revisions, all, page, unknown }} />
    },
  }
}

const hashOf = ({ hash, cleanName }: { hash: string; cleanName: string }) => [hash, cleanName]

async function shownRevisions(
  context: CompareContext,
  found: FoundChangelog,
  signal: AbortSignal,
): Promise<ShownRevision[]> {
  const heads = entryHeads(found)
  const excerpts = await excerptsOf(context, heads, await changesIn(context, found, signal), signal)
  return heads.map((head, at) => {
    const { name = '', files = [] } = found.revisions[at] ?? {}
    return { ...head, name, files: files.map(({ cleanName }) => cleanName), changes: excerpts[at] ?? null }
  })
}

/** Share of a comparison's maximum entries for each revision on a page. */
const SHARE = 1 / PAGE_SIZE

async function excerptsOf(
  { differ }: CompareContext,
  heads: readonly EntryHead[],
  changes: readonly (FoundChanges | undefined)[],
  signal: AbortSignal,
): Promise<(ChangesExcerpt | null)[]> {
  if (changes.every((one) => one === undefined)) return []
  const names = heads.map(({ previous, revision }) => [`version ${previous}`, `version ${revision}`] as const)
  return differ.changesExcerpts(changes, names, SHARE, signal)
}

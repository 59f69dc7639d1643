import type { VNode } from 'preact'
import type { Context } from '../../context.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import { requireVersion } from '../../lists/revisions/service.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { listSummary } from '../../lists/view.ts'
import { CopiedText } from '../components/actions.tsx'
import { Page } from '../components/document.tsx'
import { uniqueTitle } from '../components/list-row.tsx'
import { Name, shownList } from '../components/shown-list.tsx'
import { apiPath, followPath, historyPath, listPath, type Site, siteOf } from '../components/site.ts'
import type { FoundPage } from '../found-page.ts'

/** What a page about a list shows that needs neither its files nor its history. */
export type PageOfListData = { site: Site; list: ListSummary; limits: UploadLimits }

/** Finds a page about a list that needs neither its files nor its history (404 if the list does not exist). */
export async function findPageOf(
  { db, clock, urls }: Context,
  slug: string,
  limits: UploadLimits,
  Page: (data: PageOfListData) => VNode,
): Promise<FoundPage> {
  const { row, snapshot } = await requireVersion(db, { slug, revision: null }, null, clock())
  const list = shownList(listSummary(row, urls))
  const render = () => <Page site={siteOf(urls)} list={list} limits={limits} />
  return { version: [list, limits], snapshot, validUntil: row.expiresAt, render }
}

export function FollowPage({ site, list }: PageOfListData) {
  const { slug, name } = list
  const feed = apiPath(site, `/lists/${slug}/changelog.atom`)
  return (
    <Page
      site={site}
      title={`Follow ${uniqueTitle(list)}`}
      name={`Follow ${name}`}
      description={`The address of a feed with each new version of ${name}.`}
      path={followPath({ ...site, base: '' }, slug)}
      isUnlisted
      feed={feed}
    >
      <h1>
        Follow <Name of={name} />
      </h1>
      <p>
        Each new version becomes an entry that says what changed. Copy the address into a feed reader, or into a bot of
        your chat that reads feeds. No account is needed, and this site does not know who follows a list.
      </p>
      <CopiedText id="feed" text={new URL(feed, site.url).href} button="Copy address" />
      <p class="meta">
        <a href={listPath(site, slug)}>The list</a>
        <a href={historyPath(site, slug)}>Its history</a>
      </p>
    </Page>
  )
}

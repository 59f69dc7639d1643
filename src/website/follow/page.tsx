import type { ListSummary } from '../../lists/schemas.ts'
import { CopiedText } from '../parts/copied-text.tsx'
import { Page } from '../parts/document.tsx'
import { uniqueTitle } from '../parts/list-title.ts'
import { Name } from '../parts/shown-list.tsx'
import { apiPath, followPath, historyPath, listPath, type Site } from '../parts/site.ts'

/** How to follow a list: what a feed is, and the address of the list's feed to copy. */
export function FollowPage({ site, list }: { site: Site; list: ListSummary }) {
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

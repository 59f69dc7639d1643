import type { UploadLimits } from '../../http/request/upload.ts'
import type { ListInRow } from '../../lists/collection/queries.ts'
import type { GameChoice } from '../form/list-fields.tsx'
import { Page } from '../parts/document.tsx'
import { ButtonLink } from '../parts/link.tsx'
import { ListRow, OwnLists } from '../parts/list-row.tsx'
import type { Site } from '../parts/site.ts'
import { EMPTY, UploadForm } from '../upload/form.tsx'
import { NeedsAccount } from '../upload/needs-account.tsx'
import { CompareDoor, CrashLogDoor } from './doors.tsx'
import { ExampleComparison } from './example.tsx'

/** Content of the front page. */
interface FrontPageData {
  site: Site
  now: Date
  lists: readonly ListInRow[]
  total: number
  games: readonly GameChoice[]
  limits: UploadLimits
}

/** The front page: three ways in, the reader's own lists, and the newest ones. */
export const FrontPage = ({ site, now, lists, total, games, limits }: FrontPageData) => (
  <Page
    site={site}
    title={site.info.name}
    description="Drop two mod lists, two packs or two logs, and see what differs."
    path="/"
  >
    <h1>Your modded game crashes? Show your list to somebody who can help</h1>
    <p class="meta">
      Drop two mod lists, two packs or two logs, and see what differs.{' '}
      {!site.info.needsAccount &&
        'No account, no tracking. You get a link; it expires in a week unless you say otherwise.'}
    </p>
    <div class="doors">
      <section class="door share" aria-labelledby="share-title">
        <h2 id="share-title">Share my profile</h2>
        {site.info.needsAccount ? (
          <NeedsAccount site={site} />
        ) : (
          <div class="scripted">
            <UploadForm site={site} form={EMPTY} games={games} limits={limits} author={undefined} isLazy />
          </div>
        )}
        <p class={site.info.needsAccount ? undefined : 'unscripted'}>
          <ButtonLink to={`${site.base}/upload`} text="Share a list" />
        </p>
      </section>
      <CrashLogDoor site={site} />
      <CompareDoor site={site} />
    </div>
    <OwnLists />
    <section aria-labelledby="newest-title">
      <h2 id="newest-title">Newest</h2>
      {lists.length === 0 ? (
        <p class="empty">No lists yet.</p>
      ) : (
        <>
          <ul class="lists">
            {lists.map((list) => (
              <ListRow key={list.slug} site={site} list={list} now={now} among={lists} heading="h3" />
            ))}
          </ul>
          <p>
            <a href={`${site.base}/lists`}>{total === 1 ? 'All lists' : `All ${total.toLocaleString('en')} lists`}</a>
          </p>
        </>
      )}
    </section>
    {/* A script removes it where the reader has lists of their own. */}
    <section class="example" aria-labelledby="example-title">
      <h2 id="example-title">What differs, in your words</h2>
      <ExampleComparison />
    </section>
  </Page>
)

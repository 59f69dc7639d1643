import type { UploadLimits } from '../../http/request/upload.ts'
import type { ListInRow } from '../../lists/collection/page-queries.ts'
import type { GameChoice } from '../form/list-fields.tsx'
import { Page } from '../parts/document.tsx'
import { ButtonLink } from '../parts/link.tsx'
import { ListRow, OwnLists } from '../parts/list-row.tsx'
import type { Site } from '../parts/site.ts'
import { EMPTY, UploadForm } from '../upload/form.tsx'
import { NeedsAccount } from '../upload/needs-account.tsx'
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

export const FrontPage = ({ site, now, lists, total, games, limits }: FrontPageData) => (
  <Page
    site={site}
    title={site.info.name}
    description="Drop two mod lists, two packs or two logs, and see what differs."
    path="/"
    script="upload.js"
  >
    <h1>Drop two mod lists, two packs or two logs, and see what differs</h1>
    <div class="front">
      {site.info.needsAccount ? (
        <div>
          <NeedsAccount site={site} />
          <p>
            <ButtonLink to={`${site.base}/upload`} text="Upload a list" />
          </p>
        </div>
      ) : (
        <>
          <div class="scripted">
            <UploadForm site={site} form={EMPTY} games={games} limits={limits} author={undefined} />
          </div>
          <p class="unscripted">
            <ButtonLink to={`${site.base}/upload`} text="Upload a list" />
          </p>
        </>
      )}
      <section aria-labelledby="compare-title">
        <h2 id="compare-title">What differs, in your words</h2>
        <ExampleComparison />
        <p>
          <ButtonLink to={`${site.base}/compare`} text="Compare two lists" />{' '}
          {!site.info.needsAccount && <span class="quiet">No account needed.</span>}
        </p>
      </section>
    </div>
    <OwnLists />
    <section aria-labelledby="newest-title">
      <h2 id="newest-title">Newest lists</h2>
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
  </Page>
)

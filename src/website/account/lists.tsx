import type { ListSummary } from '../../lists/schemas.ts'
import type { StatementOfReasons } from '../../moderation/reasons-service.ts'
import { StatementList } from '../moderation/statements.tsx'
import { Actions } from '../parts/actions.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { Pager } from '../parts/pager.tsx'
import { listPath } from '../parts/site.ts'
import { type AccountFrame, AccountPage } from './page.tsx'

interface ListsTabData extends AccountFrame {
  /** The reasons why lists of the user were hidden or deleted. */
  statements: readonly StatementOfReasons[]
  now: Date
  lists: readonly ListSummary[]
  page: number
  unknown: readonly string[]
}

/** Number of lists on a page of the account. */
export const SIZE = 50

/** The tab with the reader's lists, unlisted ones too. */
export function ListsTab({ statements, now, lists, page, ...frame }: ListsTabData) {
  const { site, suspension, counts } = frame
  return (
    <AccountPage {...frame} tab="lists">
      <StatementList site={site} statements={statements} isSuspended={suspension !== null} />
      <Claims action={`${site.base}/account/claim`} />
      <h2 class="unseen">Your lists ({counts.lists})</h2>
      {counts.lists === 0 && (
        <p class="empty">
          You have no lists yet. <a href={`${site.base}/upload`}>Upload one</a>.
        </p>
      )}
      <ul class="lists">
        {lists.map((list) => {
          const path = listPath(site, list.slug)
          return (
            <ListRow key={list.slug} site={site} list={list} now={now} among={lists} heading="h3" isOwn>
              <Actions>
                <button type="button" class="copy" data-text={new URL(path, site.url).href}>
                  Copy link<span class="unseen"> of {list.name}</span>
                </button>
                <a class="button" href={`${path}/edit`}>
                  Edit<span class="unseen"> {list.name}</span>
                </a>
              </Actions>
            </ListRow>
          )
        })}
      </ul>
      <Pager page={page} total={counts.lists} size={SIZE} address={(number) => `${site.base}/account?page=${number}`} />
    </AccountPage>
  )
}

/** Offers to take over the lists whose owner keys this browser keeps. A script names them and shows the offer. */
const Claims = ({ action }: { action: string }) => (
  <div class="claims card" hidden>
    <p>
      This browser has the keys for editing <span class="count" /> that you shared without an account:
    </p>
    <ul class="names" />
    <label class="tick">
      <input type="checkbox" value="perm" /> Keep for good? Otherwise they expire as before.
    </label>
    <p class="actions">
      <button type="button" class="primary" data-claim={action}>
        Make them yours
      </button>
      <span class="outcome" role="status" />
    </p>
  </div>
)

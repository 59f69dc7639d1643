import type { ComponentChildren } from 'preact'
import type { Suspension } from '../../actor.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import type { StatementOfReasons } from '../../moderation/reasons-service.ts'
import { harmless, visibleName } from '../../text/harmless.ts'
import { Actions } from '../components/actions.tsx'
import { Page } from '../components/document.tsx'
import { ListRow } from '../components/list-row.tsx'
import { Pager } from '../components/pager.tsx'
import { Name } from '../components/shown-list.tsx'
import { authorPath, listPath, type Site } from '../components/site.ts'
import { Tabs, Unknown } from '../components/tabs.tsx'
import { Time } from '../components/time.tsx'
import { SubmitButton } from '../form/field.tsx'

const TITLES = { lists: 'Your account', security: 'Your account: security', tokens: 'Your API tokens' } as const
type AccountTab = keyof typeof TITLES
export const ACCOUNT_TABS = Object.keys(TITLES)

export interface AccountFrame {
  site: Site
  suspension: Suspension | null
  user: { name: string; verified: boolean; moderator: boolean; createdAt: Date }
  counts: { lists: number; tokens: number }
}

interface AccountPageData extends AccountFrame {
  tab: AccountTab
  title?: string | undefined
  /** A tab of the address that does not exist. */
  unknown?: readonly string[]
  children: ComponentChildren
}

export const AccountPage = ({
  site,
  suspension,
  user,
  counts,
  tab,
  title,
  unknown = [],
  children,
}: AccountPageData) => (
  <Page
    site={site}
    title={title ?? TITLES[tab]}
    description="Your lists, your ways to sign in, and your API tokens."
    path={tab === 'lists' ? '/account' : `/account?tab=${tab}`}
    isUnlisted
    script="account.js"
  >
    <div class="title">
      <h1>
        <Name of={user.name} />
      </h1>
      <p class="meta">
        <a href={authorPath(site, user.name)}>Your public lists</a>
        {user.moderator && <a href={`${site.base}/moderation`}>Moderation</a>}
        {user.verified && <span>verified author</span>}
        <span>
          since <Time at={user.createdAt} />
        </span>
      </p>
      <form class="actions" method="post" action={`${site.base}/sign-out`}>
        <SubmitButton text="Sign out" class="plain" />
      </form>
    </div>
    <SuspensionNotice suspension={suspension} />
    <Tabs
      label="Account"
      tabs={[
        { name: 'Lists', to: `${site.base}/account`, count: counts.lists || undefined, isOpen: tab === 'lists' },
        { name: 'Security', to: `${site.base}/account?tab=security`, isOpen: tab === 'security' },
        {
          name: 'Tokens',
          to: `${site.base}/account?tab=tokens`,
          count: counts.tokens || undefined,
          isOpen: tab === 'tokens',
        },
      ]}
    />
    <Unknown what={unknown} />
    {children}
  </Page>
)

interface ListsTabData extends AccountFrame {
  /** The reasons why lists of the user were hidden or deleted. */
  statements: readonly StatementOfReasons[]
  now: Date
  lists: readonly ListSummary[]
  page: number
  unknown: readonly string[]
}

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

const SuspensionNotice = ({ suspension }: { suspension: Suspension | null }) =>
  suspension !== null && (
    <p class="notes">
      Your account is suspended{suspension.until !== null && ' until '}
      {suspension.until !== null && <Time at={suspension.until} />}: {harmless(suspension.reason)} You can read and
      download what is yours, and delete your whole account, but not upload or change anything.
    </p>
  )

interface StatementListData {
  site: Site
  statements: readonly StatementOfReasons[]
  isSuspended: boolean
}

/** Shows why the reader's lists were hidden or deleted. Hidden lists can be downloaded and deleted. */
const StatementList = ({ site, statements, isSuspended }: StatementListData) =>
  statements.length > 0 && (
    <section aria-labelledby="statements">
      <h2 id="statements">Taken down</h2>
      <ul class="cards">
        {statements.map(({ action, reason, slug, name, createdAt }) => (
          <li key={slug} class="card">
            <h3>
              <Name of={visibleName(name)} />
            </h3>
            <p>
              {action === 'hide' ? 'Hidden' : 'Deleted'} by moderators on <Time at={createdAt} />:
            </p>
            <p class="description">{harmless(reason)}</p>
            {action === 'hide' && (
              <form method="post" action={`${listPath(site, slug)}/hidden/download`}>
                <p class="actions">
                  <SubmitButton text="Download zip" class="plain" />
                  {!isSuspended && (
                    <SubmitButton text="Delete for good" to={`${listPath(site, slug)}/delete`} class="danger" />
                  )}
                </p>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )

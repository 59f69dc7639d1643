import type { ComponentChildren } from 'preact'
import type { Suspension } from '../../actor.ts'
import { SubmitButton } from '../form/field.tsx'
import { SuspensionNotice } from '../moderation/statements.tsx'
import { Page } from '../parts/document.tsx'
import { Name } from '../parts/shown-list.tsx'
import { authorPath, type Site } from '../parts/site.ts'
import { Tabs, Unknown } from '../parts/tabs.tsx'
import { Time } from '../parts/time.tsx'

/** The tabs of the account, with the title of each. */
const TITLES = { lists: 'Your account', security: 'Your account: security', tokens: 'Your API tokens' } as const
type AccountTab = keyof typeof TITLES
export const ACCOUNT_TABS = Object.keys(TITLES)

export interface AccountFrame {
  site: Site
  /** Why the user may not write; null if they may. */
  suspension: Suspension | null
  user: { name: string; verified: boolean; moderator: boolean; createdAt: Date }
  /** Number of the user's lists, and of their valid tokens. */
  counts: { lists: number; tokens: number }
}

interface AccountPageData extends AccountFrame {
  tab: AccountTab
  title?: string | undefined
  /** A tab of the address that does not exist. */
  unknown?: readonly string[]
  children: ComponentChildren
}

/** The page of the reader's own account, with the open tab. */
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

import type { Suspension } from '../../actor.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import type { Statement } from '../../moderation/statements/queries.ts'
import { Problems, Submit, SubmitButton, TextField } from '../form/field.tsx'
import { LIFETIMES } from '../form/list-fields.tsx'
import type { FormState } from '../form/state.ts'
import { StatementList, SuspensionNotice } from '../moderation/statements.tsx'
import { Page } from '../parts/document.tsx'
import { ButtonLink } from '../parts/link.tsx'
import { Pager } from '../parts/pager.tsx'
import { Name, NameLink } from '../parts/shown-list.tsx'
import { authorPath, listPath } from '../parts/site.ts'
import { Time, timeLeft } from '../parts/time.tsx'
import { Passkeys, Providers, Sessions, type WaysInData } from './ways-in.tsx'

interface AccountPageData extends WaysInData {
  /** Why the user may not write; null if they may. */
  suspension: Suspension | null
  /** The reasons why lists of the user were hidden or deleted. */
  statements: readonly Statement[]
  now: Date
  user: { name: string; verified: boolean; moderator: boolean; createdAt: Date }
  form: FormState
  lists: readonly ListSummary[]
  total: number
  page: number
}

/** Number of lists on a page of the account. */
export const SIZE = 50

/** The page of the reader's own account. */
export function AccountPage(data: AccountPageData) {
  const { site, user, form } = data
  const path = `${site.base}/account`
  return (
    <Page
      site={site}
      title="Your account"
      description="Your lists, your ways to sign in, and your API tokens."
      path="/account"
      isUnlisted
      script="account.js"
    >
      <h1>
        <Name of={user.name} />
      </h1>
      <p class="meta">
        <a href={authorPath(site, user.name)}>Your public lists</a>
        <a href={`${path}/tokens`}>API tokens</a>
        {user.moderator && <a href={`${site.base}/moderation`}>Moderation</a>}
        {user.verified && <span>verified author</span>}
        <span>
          since <Time at={user.createdAt} />
        </span>
      </p>
      <Problems form={form} heading="Nothing was changed:" />
      <form method="post" action={`${site.base}/sign-out`}>
        <p class="actions">
          <SubmitButton text="Sign out" class="danger" />
        </p>
      </form>
      <SuspensionNotice suspension={data.suspension} />
      <StatementList site={site} statements={data.statements} isSuspended={data.suspension !== null} />
      <Lists {...data} />
      <Passkeys {...data} />
      {(data.connected.length > 0 || data.connectable.length > 0) && <Providers {...data} />}
      <Sessions {...data} />
      <Data {...data} />
      <Deletion {...data} />
    </Page>
  )
}

const Data = ({ site }: AccountPageData) => (
  <section aria-labelledby="data">
    <h2 id="data">Your data</h2>
    <p>One zip with everything stored about your account, as JSON, and the files of your lists.</p>
    <p>
      <ButtonLink to={`${site.base}/account/data`} text="Download your data" />
    </p>
  </section>
)

const Deletion = ({ site, user, total, form }: AccountPageData) => (
  <section aria-labelledby="deletion-title">
    <h2 id="deletion-title">Delete the account</h2>
    <details open={form.errors.confirmation !== undefined || form.errors.fate !== undefined}>
      <summary>Delete the account</summary>
      <form class="upload" method="post" action={`${site.base}/account/delete`} noValidate>
        <p>Your passkeys, sessions and API tokens are deleted with it. This cannot be undone.</p>
        {total > 0 && (
          <fieldset id="fate">
            <legend>Your lists</legend>
            <label class="tick">
              <input type="radio" name="fate" value="delete" /> Delete them with their history
            </label>
            <label class="tick">
              <input type="radio" name="fate" value="keep" /> Keep them without my name; nobody can change them any more
            </label>
            {form.errors.fate !== undefined && <span class="error">{form.errors.fate[0]}</span>}
          </fieldset>
        )}
        <TextField form={form} name="confirmation" label={`Type ${user.name} to confirm`} required />
        <Submit text="Delete my account" />
      </form>
    </details>
  </section>
)

const Lists = ({ site, lists, total, now, page }: AccountPageData) => (
  <section aria-labelledby="lists">
    <h2 id="lists">Your lists ({total})</h2>
    <div class="claims card" hidden>
      <p>
        This browser has the owner keys of <span class="count" /> that you shared without an account.
      </p>
      <p class="actions">
        <label for="claim-expires">They expire</label>
        <select id="claim-expires">
          {Object.entries(LIFETIMES).map(([value, text]) => (
            <option key={value} value={value} selected={value === 'perm'}>
              {text}
            </option>
          ))}
          <option value="">as before</option>
        </select>
        <button type="button" data-claim={`${site.base}/account/claim`}>
          Make them yours
        </button>
        <span class="outcome" role="status" />
      </p>
    </div>
    {total === 0 && (
      <p class="empty">
        You have no lists yet. <a href={`${site.base}/upload`}>Upload one</a>.
      </p>
    )}
    <ul class="cards">
      {lists.map(({ slug, name, private: isPrivate, expires, updated }) => (
        <li key={slug} class="card">
          <h3>
            <NameLink to={listPath(site, slug)} name={name} />
          </h3>
          <p class="meta">
            <span>{expires === null ? 'does not expire' : `expires in ${timeLeft(new Date(expires), now).words}`}</span>
            {isPrivate && <span>unlisted</span>}
            <span>
              updated <Time at={updated} />
            </span>
            <a href={`${listPath(site, slug)}/edit`}>
              Edit<span class="unseen"> {name}</span>
            </a>
          </p>
        </li>
      ))}
    </ul>
    <Pager page={page} total={total} size={SIZE} address={(number) => `${site.base}/account?page=${number}`} />
  </section>
)

import type { PasskeySupport } from '../../accounts/passkeys/relying-party.ts'
import type { Provider } from '../../accounts/settings.ts'
import type { Suspension } from '../../actor.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import type { Statement } from '../../moderation/statements/queries.ts'
import { counted } from '../../text/amounts.ts'
import { timestamp } from '../../text/timestamp.ts'
import { Problems, TextField } from '../form/field.tsx'
import type { FormState } from '../form/state.ts'
import { StatementList, SuspensionNotice } from '../moderation/statements.tsx'
import { Page } from '../parts/document.tsx'
import { Pager } from '../parts/pager.tsx'
import { Name } from '../parts/shown-list.tsx'
import { authorPath, listPath, type Site } from '../parts/site.ts'
import { Time, timeLeft } from '../parts/time.tsx'
import { NoPasskeys, PasskeyForm, ProviderForm } from '../sign-in/page.tsx'

interface AccountPageData {
  /** Why the user may not write; null if they may. */
  suspension: Suspension | null
  /** The reasons why lists of the user were hidden or deleted. */
  statements: readonly Statement[]
  site: Site
  now: Date
  user: { name: string; verified: boolean; createdAt: Date }
  form: FormState
  /** Whether a passkey can be added at the address of the page. */
  support: PasskeySupport
  passkeys: readonly { id: number; name: string; createdAt: Date; lastUsedAt: Date | null }[]
  /** Number of unused recovery codes. */
  codes: number
  connected: readonly { id: number; label: string; lastUsedAt: Date | null }[]
  /** Providers that the account is not connected to. */
  connectable: readonly Provider[]
  sessions: readonly { id: number; browser: string; lastUsedAt: Date; isThis: boolean }[]
  lists: readonly ListSummary[]
  total: number
  page: number
  lastPage: number
}

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
        {user.verified && <span>verified author</span>}
        <span>
          since <Time at={timestamp(user.createdAt)} />
        </span>
      </p>
      <Problems form={form} heading="Nothing was changed:" />
      <form method="post" action={`${site.base}/sign-out`}>
        <p class="actions">
          <button type="submit" class="quiet">
            Sign out
          </button>
        </p>
      </form>
      <SuspensionNotice suspension={data.suspension} />
      <StatementList site={site} statements={data.statements} />
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
      <a class="button" href={`${site.base}/account/data`}>
        Download your data
      </a>
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
        <p class="actions">
          <button type="submit">Delete my account</button>
        </p>
      </form>
    </details>
  </section>
)

/** A form with one button, which sends the id, if there is one. */
const Press = ({ action, id, children }: { action: string; id?: number; children: string }) => (
  <form method="post" action={action}>
    {id !== undefined && <input type="hidden" name="id" value={id} />}
    <button type="submit">{children}</button>
  </form>
)

const Used = ({ at, never = 'never used' }: { at: Date | null; never?: string }) =>
  at === null ? (
    <span>{never}</span>
  ) : (
    <span>
      last used <Time at={timestamp(at)} />
    </span>
  )

const Lists = ({ site, lists, total, now, page, lastPage }: AccountPageData) => (
  <section aria-labelledby="lists">
    <h2 id="lists">Your lists ({total})</h2>
    <div class="claims card" hidden>
      <p>
        This browser has the owner keys of <span class="count" /> that you shared without an account.
      </p>
      <p class="actions">
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
            <a href={listPath(site, slug)}>
              <Name of={name} />
            </a>
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
    <Pager page={page} lastPage={lastPage} address={(number) => `${site.base}/account?page=${number}`} />
  </section>
)

const Passkeys = ({ site, passkeys, support, codes }: AccountPageData) => {
  const path = `${site.base}/account/passkeys`
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <ul class="cards">
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id} class="card">
            <h3>
              <Name of={name} />
            </h3>
            <p class="meta">
              <span>
                added <Time at={timestamp(createdAt)} />
              </span>
              <Used at={lastUsedAt} />
            </p>
            <details>
              <summary>Rename or remove</summary>
              <form method="post" action={`${path}/rename`}>
                <input type="hidden" name="id" value={id} />
                <div class="field">
                  <label for={`name-${id}`}>Name</label>
                  <input id={`name-${id}`} name="name" value={name} maxLength={60} />
                </div>
                <p class="actions">
                  <button type="submit">Rename</button>
                  <button type="submit" formaction={`${path}/remove`}>
                    Remove
                  </button>
                </p>
              </form>
            </details>
          </li>
        ))}
      </ul>
      {support.party === undefined ? (
        <NoPasskeys passkeys={support} path="/account" />
      ) : (
        <PasskeyForm action={path} asked={`${path}/options`} returnTo="">
          Add a passkey
        </PasskeyForm>
      )}
      {passkeys.length > 0 && (
        <>
          <p>{codes === 0 ? 'You have no recovery codes.' : `${counted(codes, 'recovery code')} left.`}</p>
          <Press action={`${site.base}/account/codes`}>Make new recovery codes</Press>
          <p class="hint">Your old codes no longer work then.</p>
        </>
      )}
    </section>
  )
}

const Providers = ({ site, connected, connectable }: AccountPageData) => (
  <section aria-labelledby="providers">
    <h2 id="providers">Accounts elsewhere</h2>
    <ul class="cards">
      {connected.map(({ id, label, lastUsedAt }) => (
        <li key={id} class="card">
          <h3>{label}</h3>
          <p class="meta">
            <Used at={lastUsedAt} />
          </p>
          <Press action={`${site.base}/account/disconnect`} id={id}>
            {`Disconnect ${label}`}
          </Press>
        </li>
      ))}
    </ul>
    {connectable.map(({ name, label }) => (
      <ProviderForm key={name} action={`${site.base}/account/providers/${name}`} returnTo="">
        Connect {label}
      </ProviderForm>
    ))}
  </section>
)

const Sessions = ({ site, sessions }: AccountPageData) => (
  <section aria-labelledby="sessions">
    <h2 id="sessions">Where you are signed in</h2>
    <ul class="cards">
      {sessions.map(({ id, browser, lastUsedAt, isThis }) => (
        <li key={id} class="card">
          <h3>{browser}</h3>
          <p class="meta">{isThis ? <span>this browser</span> : <Used at={lastUsedAt} />}</p>
          {!isThis && (
            <Press action={`${site.base}/account/sessions/end`} id={id}>
              {`Sign out ${browser}`}
            </Press>
          )}
        </li>
      ))}
    </ul>
    {sessions.length > 1 && <Press action={`${site.base}/account/sessions/end-others`}>Sign out everywhere else</Press>}
  </section>
)

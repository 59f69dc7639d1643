import type { PasskeySupport } from '../../accounts/passkeys/webauthn.ts'
import type { Provider } from '../../accounts/settings.ts'
import { counted } from '../../text/amounts.ts'
import { ButtonLink } from '../components/link.tsx'
import { Name } from '../components/shown-list.tsx'
import type { Site } from '../components/site.ts'
import { Day, Time } from '../components/time.tsx'
import { Problems, SubmitButton, TextField } from '../form/field.tsx'
import type { FormState } from '../form/state.ts'
import { NoPasskeys, PasskeyForm, ProviderForm } from '../sign-in/page.tsx'
import { type AccountFrame, AccountPage } from './page.tsx'

// The sections of the account's page about the ways to sign in, and where the user is signed in.

interface WaysInData {
  site: Site
  /** Whether a passkey can be added at the address of the page. */
  support: PasskeySupport
  passkeys: readonly { id: number; name: string; createdAt: Date; lastUsedAt: Date | null }[]
  /** Number of unused recovery codes. */
  codes: number
  connected: readonly { id: number; label: string; lastUsedAt: Date | null }[]
  /** Providers that the account is not connected to. */
  connectable: readonly Provider[]
  sessions: readonly { id: number; browser: string; lastUsedAt: Date; isThis: boolean }[]
}

const Passkeys = ({ site, passkeys, support, codes, connected }: WaysInData) => {
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
                made <Day at={createdAt} />
              </span>
              {lastUsedAt !== null && <Used at={lastUsedAt} />}
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
                  <SubmitButton text="Rename" class="plain" />
                  <SubmitButton text="Remove" to={`${path}/remove`} class="danger" />
                </p>
              </form>
            </details>
          </li>
        ))}
      </ul>
      {support.party !== undefined && passkeys.length === 0 && connected.length === 0 && (
        <p class="notes">
          You have no passkey yet. Add one before you sign out, or you can sign in again only with{' '}
          {codes === 0 ? 'the help of this site’s operator' : 'a recovery code'}.
        </p>
      )}
      {support.party === undefined ? (
        <NoPasskeys passkeys={support} path="/account?tab=security" />
      ) : (
        <PasskeyForm action={path} asked={`${path}/options`} returnTo="">
          Add a passkey
        </PasskeyForm>
      )}
      {passkeys.length > 0 && (
        <>
          <p>{codes === 0 ? 'You have no recovery codes.' : `${counted(codes, 'recovery code')} left.`}</p>
          <Press action={`${site.base}/account/codes`} look="plain">
            Make new recovery codes
          </Press>
          <p class="hint">Your old codes no longer work then.</p>
        </>
      )}
    </section>
  )
}

const Providers = ({ site, connected, connectable }: WaysInData) => (
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

const Sessions = ({ site, sessions }: WaysInData) => (
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

interface PressData {
  action: string
  id?: number
  look?: 'danger' | 'plain'
  children: string
}

/** A form with one button, which sends the id, if there is one. */
const Press = ({ action, id, look = 'danger', children }: PressData) => (
  <form method="post" action={action}>
    {id !== undefined && <input type="hidden" name="id" value={id} />}
    <SubmitButton text={children} class={look} />
  </form>
)

const Used = ({ at }: { at: Date | null }) =>
  at === null ? (
    <span>never used</span>
  ) : (
    <span>
      last used <Time at={at} />
    </span>
  )

interface SecurityTabData extends AccountFrame, WaysInData {
  form: FormState
}

/** The tab with the ways to sign in, the sessions, the account's data, and its deletion. */
export const SecurityTab = (data: SecurityTabData) => (
  <AccountPage {...data} tab="security">
    <Problems form={data.form} heading="Nothing was changed:" />
    <Passkeys {...data} />
    {(data.connected.length > 0 || data.connectable.length > 0) && <Providers {...data} />}
    <Sessions {...data} />
    <section aria-labelledby="data">
      <h2 id="data">Your data</h2>
      <p>One zip with everything stored about your account, as JSON, and the files of your lists.</p>
      <p>
        <ButtonLink to={`${data.site.base}/account/data`} text="Download your data" />
      </p>
    </section>
    <Deletion {...data} />
  </AccountPage>
)

const Deletion = ({ site, user, counts, form }: SecurityTabData) => (
  <section aria-labelledby="deletion-title">
    <h2 id="deletion-title">Delete the account</h2>
    <details open={form.errors.confirmation !== undefined || form.errors.fate !== undefined}>
      <summary>Delete the account</summary>
      <form class="upload" method="post" action={`${site.base}/account/delete`} noValidate>
        <p>Your passkeys, sessions and API tokens are deleted with it. This cannot be undone.</p>
        {counts.lists > 0 && (
          <fieldset class="card" id="fate">
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
          <SubmitButton text="Delete my account" class="danger" />
        </p>
      </form>
    </details>
  </section>
)

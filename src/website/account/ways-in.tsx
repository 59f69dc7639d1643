import type { PasskeySupport } from '../../accounts/passkeys/webauthn.ts'
import type { Provider } from '../../accounts/settings.ts'
import { counted } from '../../text/amounts.ts'
import { SubmitButton } from '../form/field.tsx'
import { Name } from '../parts/shown-list.tsx'
import type { Site } from '../parts/site.ts'
import { Day, Time } from '../parts/time.tsx'
import { NoPasskeys, PasskeyForm, ProviderForm } from '../sign-in/forms.tsx'

// The sections of the account's page about the ways to sign in, and where the user is signed in.

export interface WaysInData {
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

export const Passkeys = ({ site, passkeys, support, codes, connected }: WaysInData) => {
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

export const Providers = ({ site, connected, connectable }: WaysInData) => (
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

export const Sessions = ({ site, sessions }: WaysInData) => (
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

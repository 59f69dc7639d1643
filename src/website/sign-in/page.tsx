import type { ComponentChildren } from 'preact'
import type { PasskeySupport } from '../../accounts/passkeys/webauthn.ts'
import type { Provider } from '../../accounts/settings.ts'
import type { AccountContext } from '../../accounts/sign-in/service.ts'
import { CopiedText } from '../components/actions.tsx'
import { documentOf, Page, type PageHead } from '../components/document.tsx'
import { ButtonLink } from '../components/link.tsx'
import { siteOf } from '../components/site.ts'
import { Problems, SecretField, Submit, TextField } from '../form/field.tsx'
import { EMPTY_FORM, type FormState } from '../form/state.ts'

interface Shown {
  passkeys: PasskeySupport
  returnTo: string
  form?: FormState
}

const NOT_SIGNED_IN = 'You are not signed in yet:'

/** The frame of a page of the sign-in. */
const Frame = ({ site, title, path, children }: Pick<PageHead, 'site' | 'title' | 'path' | 'children'>) => (
  <Page
    site={site}
    title={title}
    description="Sign in to be the author of your lists, and to make API tokens. No password, no email address."
    path={path}
    isUnlisted
    script="account.js"
  >
    <h1>{title}</h1>
    {children}
  </Page>
)

const Closed = () => <p>This site does not accept new accounts. Only people with an account can sign in.</p>

export function signInPage(
  { urls, accounts }: AccountContext,
  { passkeys, returnTo, form = EMPTY_FORM }: Shown,
): Buffer {
  const site = siteOf(urls)
  const base = `${site.base}/sign-in`
  const wanted = `?return_to=${encodeURIComponent(returnTo)}`
  return documentOf(
    <Frame site={site} title="Sign in" path="/sign-in">
      <Problems form={form} heading={NOT_SIGNED_IN} />
      {passkeys.party === undefined ? (
        <NoPasskeys passkeys={passkeys} path={`/sign-in${wanted}`} />
      ) : (
        <>
          <PasskeyForm action={`${base}/passkey`} asked={`${base}/passkey/options`} returnTo={returnTo}>
            Sign in with a passkey
          </PasskeyForm>
          {accounts.isOpen && (
            <p class="scripted">
              New here? <a href={`${base}/name${wanted}`}>Create an account</a>: choose a name, and your device makes a
              passkey. No password, no email address.
            </p>
          )}
        </>
      )}
      {accounts.providers.map((provider) => (
        <ProviderForm key={provider.name} action={`${base}/${provider.name}/start`} returnTo={returnTo}>
          Sign in with {provider.label}
        </ProviderForm>
      ))}
      {!accounts.isOpen && <Closed />}
      <p>
        <a href={`${base}/recover${wanted}`}>Use a recovery code</a>
      </p>
    </Frame>,
  )
}

/** Renders the page that chooses the name of a new account. `provider` is the one that has identified the user, if any. */
export function namePage(
  { urls, accounts }: AccountContext,
  provider: Provider | undefined,
  { passkeys, returnTo, form = EMPTY_FORM }: Shown,
): Buffer {
  const site = siteOf(urls)
  const action = `${site.base}/sign-in/name`
  const wanted = `?return_to=${encodeURIComponent(returnTo)}`
  const name = (
    <TextField
      form={form}
      name="name"
      label="Name"
      hint="2 to 40 letters, digits, spaces, and - _ or . Everybody sees it as the author of your lists. It cannot be changed later."
      required
    />
  )
  return documentOf(
    <Frame site={site} title="Choose a name" path="/sign-in/name">
      <Problems form={form} heading="Your account was not created yet. Please correct:" />
      {!accounts.isOpen ? (
        <Closed />
      ) : provider !== undefined ? (
        <form class="upload" method="post" action={action} noValidate>
          <p>You came from {provider.label}. Choose the name of your account here.</p>
          {name}
          <Submit text="Create account" />
        </form>
      ) : passkeys.party === undefined ? (
        <NoPasskeys passkeys={passkeys} path={`/sign-in/name${wanted}`} />
      ) : (
        <div class="upload">
          <PasskeyForm action={action} asked={`${action}/options`} returnTo={returnTo} fields={name}>
            Create account with a passkey
          </PasskeyForm>
        </div>
      )}
      <p>
        <a href={`${site.base}/sign-in${wanted}`}>Other ways to sign in</a>
      </p>
    </Frame>,
  )
}

/** Renders the page to enter a recovery code, or the code of an operator's link. */
export function recoverPage({ urls }: AccountContext, returnTo: string, form = EMPTY_FORM): Buffer {
  const site = siteOf(urls)
  return documentOf(
    <Frame site={site} title="Sign in with a recovery code" path="/sign-in/recover">
      <Problems form={form} heading={NOT_SIGNED_IN} />
      <form class="upload recover" method="post" action={`${site.base}/sign-in/recover`} noValidate>
        <input type="hidden" name="return_to" value={returnTo} />
        <SecretField
          form={form}
          name="code"
          label="Recovery code"
          hint="One of the ten codes that you saved, or the part after # of a link from the operator. Each works once."
        />
        <Submit text="Sign in" />
      </form>
    </Frame>,
  )
}

export const codesPage = (
  { urls }: AccountContext,
  title: string,
  codes: readonly string[],
  returnTo: string,
): Buffer =>
  documentOf(
    <Frame site={siteOf(urls)} title={title} path="/account">
      <h2>Your recovery codes</h2>
      <p>
        Each code signs you in once if you lose your passkey. They are shown only now: save them where you keep
        important things.
      </p>
      <div class="owner-key card">
        <CopiedText id="codes" text={codes.join('\n')} button="Copy codes" />
        <p>
          <a download="recovery-codes.txt" href={`data:text/plain,${encodeURIComponent(`${codes.join('\n')}\n`)}`}>
            Download codes
          </a>
        </p>
      </div>
      <p>
        <ButtonLink to={returnTo} text="Continue" />
      </p>
    </Frame>,
  )

/** Says why passkeys do not work at this address, and links to an address where they do. */
export const NoPasskeys = ({ passkeys, path }: { passkeys: PasskeySupport & { party: undefined }; path: string }) => (
  <p class="notes">
    {passkeys.reason}{' '}
    {passkeys.address !== undefined && <a href={passkeys.address + path}>Open this page at localhost</a>}
  </p>
)

interface PasskeyFormData {
  action: string
  asked: string
  returnTo: string
  fields?: ComponentChildren
  children: ComponentChildren
}

/** A form whose script asks the browser for a passkey and sends the signed response. */
export const PasskeyForm = ({ action, asked, returnTo, fields, children }: PasskeyFormData) => (
  <form class="passkey" method="post" action={action} data-options={asked} noValidate>
    {fields}
    <input type="hidden" name="return_to" value={returnTo} />
    <input type="hidden" name="response" />
    <p class="actions scripted">
      <button type="submit">{children}</button>
      <span class="outcome error" role="status" />
    </p>
    <p class="hint unscripted">Passkeys need JavaScript, which is switched off in this browser.</p>
  </form>
)

export const ProviderForm = ({ action, returnTo, children }: Omit<PasskeyFormData, 'asked'>) => (
  <form method="post" action={action}>
    <input type="hidden" name="return_to" value={returnTo} />
    <p class="actions">
      <button type="submit">{children}</button>
    </p>
  </form>
)

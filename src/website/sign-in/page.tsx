import type { ComponentChildren } from 'preact'
import type { PasskeySupport } from '../../accounts/passkeys/relying-party.ts'
import type { AccountSettings, Provider } from '../../accounts/settings.ts'
import { Problems, SecretField, TextField } from '../form/field.tsx'
import type { FormState } from '../form/state.ts'
import { Page } from '../parts/document.tsx'
import type { Site } from '../parts/site.ts'

interface SignInData {
  site: Site
  accounts: AccountSettings
  passkeys: PasskeySupport
  form: FormState
  /** The path to continue at after signing in. */
  returnTo: string
}

const NOT_SIGNED_IN = 'You are not signed in yet:'

/** The frame of a page of the sign-in. */
const SignInFrame = ({ site, title, path, children }: FrameData) => (
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

interface FrameData {
  site: Site
  title: string
  path: string
  children: ComponentChildren
}

/** The page with each way to sign in. */
export function SignInPage({ site, accounts, passkeys, form, returnTo }: SignInData) {
  const base = `${site.base}/sign-in`
  const wanted = `?return_to=${encodeURIComponent(returnTo)}`
  return (
    <SignInFrame site={site} title="Sign in" path="/sign-in">
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
      {!accounts.isOpen && <p>This site does not accept new accounts. Only people with an account can sign in.</p>}
      <p>
        <a href={`${base}/recover${wanted}`}>Use a recovery code</a>
      </p>
    </SignInFrame>
  )
}

/** Says why passkeys do not work at this address, and links to an address where they do. */
export const NoPasskeys = ({ passkeys, path }: { passkeys: PasskeySupport & { party: undefined }; path: string }) => (
  <p class="notes">
    {passkeys.reason}{' '}
    {passkeys.address !== undefined && <a href={passkeys.address + path}>Open this page at localhost</a>}
  </p>
)

interface PasskeyFormData {
  action: string
  /** The path from which the script gets the challenge. */
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

/** The page that chooses the name of a new account, which signs in by passkey or at a provider. */
export function NamePage({ site, passkeys, form, returnTo, provider }: NameData) {
  const action = `${site.base}/sign-in/name`
  const name = (
    <TextField
      form={form}
      name="name"
      label="Name"
      hint="2 to 40 letters, digits, spaces, and - _ or . Everybody sees it as the author of your lists. It cannot be changed later."
      required
    />
  )
  return (
    <SignInFrame site={site} title="Choose a name" path="/sign-in/name">
      <Problems form={form} heading="Your account was not created yet. Please correct:" />
      {provider !== undefined ? (
        <form class="upload" method="post" action={action} noValidate>
          <p>You came from {provider.label}. Choose the name of your account here.</p>
          {name}
          <p class="actions">
            <button type="submit">Create account</button>
          </p>
        </form>
      ) : passkeys.party === undefined ? (
        <NoPasskeys passkeys={passkeys} path="/sign-in/name" />
      ) : (
        <div class="upload">
          <PasskeyForm action={action} asked={`${action}/options`} returnTo={returnTo} fields={name}>
            Create account with a passkey
          </PasskeyForm>
        </div>
      )}
      <p>
        <a href={`${site.base}/sign-in`}>Other ways to sign in</a>
      </p>
    </SignInFrame>
  )
}

type NameData = SignInData & {
  /** The provider that has identified the user; undefined for an account with a passkey. */
  provider: Provider | undefined
}

/** The page to enter a recovery code, or the code of an operator's link. */
export const RecoverPage = ({ site, form, returnTo }: Pick<SignInData, 'site' | 'form' | 'returnTo'>) => (
  <SignInFrame site={site} title="Sign in with a recovery code" path="/sign-in/recover">
    <Problems form={form} heading={NOT_SIGNED_IN} />
    <form class="upload recover" method="post" action={`${site.base}/sign-in/recover`} noValidate>
      <input type="hidden" name="return_to" value={returnTo} />
      <SecretField
        form={form}
        name="code"
        label="Recovery code"
        hint="One of the ten codes that you saved, or the part after # of a link from the operator. Each works once."
      />
      <p class="actions">
        <button type="submit">Sign in</button>
      </p>
    </form>
  </SignInFrame>
)

/** The page that shows new recovery codes. */
export const CodesPage = ({ site, codes, returnTo, title }: CodesData) => (
  <SignInFrame site={site} title={title} path="/account">
    <h2>Your recovery codes</h2>
    <p>
      Each code signs you in once if you lose your passkey. They are shown only now: save them where you keep important
      things.
    </p>
    <div class="owner-key card">
      <p class="key">
        <code id="codes">{codes.join('\n')}</code>
      </p>
      <p class="actions">
        <button type="button" class="copy" data-copied="codes">
          Copy codes
        </button>
        <span class="outcome" role="status" />
      </p>
    </div>
    <p>
      <a class="button" href={returnTo}>
        Continue
      </a>
    </p>
  </SignInFrame>
)

interface CodesData {
  site: Site
  title: string
  codes: readonly string[]
  returnTo: string
}

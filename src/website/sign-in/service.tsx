import type { PasskeySupport } from '../../accounts/passkeys/relying-party.ts'
import type { Provider } from '../../accounts/settings.ts'
import type { AccountContext } from '../../accounts/sign-in/service.ts'
import type { FormState } from '../form/state.ts'
import { documentOf } from '../parts/document.tsx'
import { siteOf } from '../parts/site.ts'
import { CodesPage, NamePage, RecoverPage, SignInPage } from './page.tsx'

export const EMPTY: FormState = { values: {}, errors: {} }

/** Content of a page of the sign-in. */
interface Shown {
  passkeys: PasskeySupport
  returnTo: string
  form?: FormState
}

export const signInPage = ({ urls, accounts }: AccountContext, { form = EMPTY, ...shown }: Shown): Buffer =>
  documentOf(<SignInPage site={siteOf(urls)} accounts={accounts} form={form} {...shown} />)

export const namePage = (
  { urls, accounts }: AccountContext,
  provider: Provider | undefined,
  { form = EMPTY, ...shown }: Shown,
): Buffer => documentOf(<NamePage site={siteOf(urls)} accounts={accounts} form={form} provider={provider} {...shown} />)

export const recoverPage = ({ urls }: AccountContext, returnTo: string, form: FormState = EMPTY): Buffer =>
  documentOf(<RecoverPage site={siteOf(urls)} form={form} returnTo={returnTo} />)

export const codesPage = (
  { urls }: AccountContext,
  title: string,
  codes: readonly string[],
  returnTo: string,
): Buffer => documentOf(<CodesPage site={siteOf(urls)} title={title} codes={codes} returnTo={returnTo} />)

import type { Provider } from '../../../accounts/settings.ts'
import type { AccountContext } from '../../../accounts/sign-in/service.ts'
import { documentOf } from '../../parts/document.tsx'
import { siteOf } from '../../parts/site.ts'
import { LeavingPage } from './page.tsx'

/** Renders the page that leads to a provider. */
export const leavingPage = ({ urls }: Pick<AccountContext, 'urls'>, provider: Provider, address: URL): Buffer =>
  documentOf(<LeavingPage site={siteOf(urls)} provider={provider} address={address} />)

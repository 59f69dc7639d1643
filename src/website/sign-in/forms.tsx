import type { ComponentChildren } from 'preact'
import type { PasskeySupport } from '../../accounts/passkeys/webauthn.ts'

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

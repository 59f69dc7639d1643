import { Problems, SubmitButton, TextField } from '../form/field.tsx'
import type { FormState } from '../form/state.ts'
import { ButtonLink } from '../parts/link.tsx'
import { type AccountFrame, AccountPage } from './page.tsx'
import { Passkeys, Providers, Sessions, type WaysInData } from './ways-in.tsx'

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

import type { TokenLifetime } from '../../../accounts/tokens/service.ts'
import type { Ability } from '../../../actor.ts'
import { CopiedText } from '../../components/actions.tsx'
import { Name } from '../../components/shown-list.tsx'
import { Time } from '../../components/time.tsx'
import { Problems, SelectField, Submit, TextField } from '../../form/field.tsx'
import type { FormState } from '../../form/state.ts'
import { type AccountFrame, AccountPage } from '../page.tsx'

interface TokensPageData extends AccountFrame {
  form: FormState
  abilities: readonly Ability[]
  chosen: readonly string[]
  /** The text of a new token, which is shown only once. */
  made: string | undefined
  tokens: readonly {
    id: number
    label: string | null
    abilities: readonly string[]
    createdAt: Date
    expiresAt: Date | null
    lastUsedOn: Date | null
  }[]
}

const LIFETIMES: Readonly<Record<TokenLifetime, string>> = {
  '30d': '30 days',
  '90d': '90 days',
  '1y': '1 year',
  forever: 'no expiry',
}

export const ABILITY_WORDS: Readonly<Record<Ability, string>> = {
  create: 'upload lists as you',
  read: 'see your unlisted lists',
  update: 'change your lists, and claim lists',
  delete: 'delete your lists',
  moderate: 'act on reports',
}

/** The tab with the reader's own API tokens. */
export function TokensPage({ form, abilities, chosen, made, tokens, ...frame }: TokensPageData) {
  const path = `${frame.site.base}/account/tokens`
  return (
    <AccountPage {...frame} tab="tokens" title={made && 'Your new API token'}>
      {made !== undefined && (
        <div class="owner-key card">
          <h2>Your new API token</h2>
          <p>Copy it now: it is shown only once. Anyone with this token can act as you.</p>
          <CopiedText id="new-token" text={made} button="Copy token" />
        </div>
      )}
      <section aria-labelledby="tokens">
        <h2 id="tokens">Valid tokens</h2>
        {tokens.length === 0 && <p class="empty">You have no tokens.</p>}
        <ul class="cards">
          {tokens.map(({ id, label, abilities, createdAt, expiresAt, lastUsedOn }) => (
            <li key={id} class="card">
              <h3>{label === null ? 'No label' : <Name of={label} />}</h3>
              <p class="meta">
                <span>{abilities.join(', ')}</span>
                <span>
                  made <Time at={createdAt} />
                </span>
                <span>
                  {lastUsedOn === null ? 'never used' : `last used on ${lastUsedOn.toISOString().slice(0, 10)}`}
                </span>
                <span>
                  {expiresAt === null ? (
                    'does not expire'
                  ) : (
                    <>
                      expires <Time at={expiresAt} />
                    </>
                  )}
                </span>
              </p>
              <form method="post" action={`${path}/revoke`}>
                <input type="hidden" name="id" value={id} />
                <button type="submit" class="danger">
                  Revoke<span class="unseen"> {label}</span>
                </button>
              </form>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="make">
        <h2 id="make">Make a token</h2>
        <p>A program with this token can do what you choose here, in your name.</p>
        <form class="upload" method="post" action={path} noValidate>
          <Problems form={form} heading="No token was made. Please correct:" />
          <TextField
            form={form}
            name="label"
            label="Label"
            hint="What the token is for, such as: my laptop."
            required
          />
          <fieldset class="card" id="abilities" aria-describedby={form.errors.abilities && 'abilities-error'}>
            <legend>It allows</legend>
            {abilities.map((ability) => (
              <label key={ability} class="tick">
                <input type="checkbox" name="abilities[]" value={ability} checked={chosen.includes(ability)} />{' '}
                {`${ability}: ${ABILITY_WORDS[ability]}`}
              </label>
            ))}
            {form.errors.abilities !== undefined && (
              <span class="error" id="abilities-error">
                {form.errors.abilities[0]}
              </span>
            )}
          </fieldset>
          <SelectField
            form={{ ...form, values: { lifetime: '90d', ...form.values } }}
            name="lifetime"
            label="Valid for"
            choices={Object.entries(LIFETIMES)}
          />
          <Submit text="Make token" />
        </form>
      </section>
    </AccountPage>
  )
}

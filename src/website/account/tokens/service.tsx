import { listValidTokens } from '../../../accounts/tokens/queries.ts'
import { ABILITIES, abilitiesOf, type Session } from '../../../actor.ts'
import type { Context } from '../../../context.ts'
import { EMPTY_FORM, type FormState } from '../../form/state.ts'
import { documentOf } from '../../parts/document.tsx'
import { siteOf } from '../../parts/site.ts'
import { TokensPage } from './page.tsx'

interface ShownTokens {
  made?: string
  form?: FormState
  /** The abilities that are ticked. */
  chosen?: readonly string[]
}

/** Renders the page of the session's API tokens. */
export async function tokensPage(
  { db, clock, urls }: Pick<Context, 'db' | 'clock' | 'urls'>,
  { actor: { user } }: Session,
  { made, form = EMPTY_FORM, chosen = ABILITIES }: ShownTokens = {},
): Promise<Buffer> {
  const tokens = await listValidTokens(db, user.id, clock())
  const data = { site: siteOf(urls), form, abilities: abilitiesOf(user), chosen, made, tokens }
  return documentOf(<TokensPage {...data} />)
}

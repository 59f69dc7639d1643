import { listValidTokens } from '../../../accounts/tokens/queries.ts'
import { ABILITIES, abilitiesOf, type Session } from '../../../actor.ts'
import type { Context } from '../../../context.ts'
import { EMPTY_FORM, type FormState } from '../../form/state.ts'
import { documentOf } from '../../parts/document.tsx'
import { accountFrame } from '../service.tsx'
import { TokensPage } from './page.tsx'

interface ShownTokens {
  made?: string
  form?: FormState
  /** The abilities that are ticked. */
  chosen?: readonly string[]
}

/** Renders the page of the session's API tokens. */
export async function tokensPage(
  context: Pick<Context, 'db' | 'clock' | 'urls'>,
  session: Session,
  { made, form = EMPTY_FORM, chosen = ABILITIES }: ShownTokens = {},
): Promise<Buffer> {
  const { user } = session.actor
  const [frame, tokens] = await Promise.all([
    accountFrame(context, session),
    listValidTokens(context.db, user.id, context.clock()),
  ])
  return documentOf(<TokensPage {...{ ...frame, form, chosen, made, tokens }} abilities={abilitiesOf(user)} />)
}

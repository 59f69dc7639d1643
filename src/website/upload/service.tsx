import { requireAbility, type Session } from '../../actor.ts'
import type { Context, RequestContext } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { readCountsByGame } from '../../games/queries.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import { type CreatedList, createList } from '../../lists/writing/service.ts'
import { documentOf } from '../components/document.tsx'
import { siteOf } from '../components/site.ts'
import type { UploadForm } from '../form/input.ts'
import type { FormState } from '../form/state.ts'
import type { FoundPage } from '../found-page.ts'
import { EMPTY, UploadPage } from './page.tsx'

/** Finds the upload page with an empty form. */
export async function findUploadPage({ db, clock, urls }: Context, limits: UploadLimits): Promise<FoundPage> {
  const { games, snapshot } = await readCountsByGame(db, clock())
  const choices = games.map(({ id, name }) => ({ id, name }))
  return {
    version: [choices, limits],
    snapshot,
    validUntil: null,
    render: () => <UploadPage site={siteOf(urls)} form={EMPTY} games={choices} limits={limits} author={undefined} />,
  }
}

/** Returns the upload page, for the signed-in user if there is one, with the typed values and the errors. */
export async function uploadPageAgain(
  { db, clock, urls }: Context,
  limits: UploadLimits,
  form: FormState,
  session: Session | null,
): Promise<Buffer> {
  const { games } = await readCountsByGame(db, clock())
  const author = session?.actor.user.name
  return documentOf(<UploadPage site={siteOf(urls)} form={form} games={games} limits={limits} author={author} />)
}

/**
 * Creates a list. Its author is the signed-in user. It is anonymous if nobody is signed in, or if the form asks for that.
 * Throws a 422 if the form was shown to a user who is no longer signed in.
 */
export async function upload(
  context: RequestContext,
  { anonymous, signed_in_as: shownTo, with_personal: _, next: __, ...input }: UploadForm,
  session: Session | null,
): Promise<CreatedList> {
  const actor = anonymous ? null : (session?.actor ?? null)
  if (shownTo !== undefined && !anonymous) requireStillSignedIn(shownTo, session)
  if (actor !== null) requireAbility(actor, 'create')
  return createList(context, actor, input)
}

/** Refuses a form that was shown to a signed-in user whose session has ended, or who is another one than now. */
function requireStillSignedIn(shownTo: string, session: Session | null): void {
  const name = session?.actor.user.name
  if (name !== undefined && (shownTo === '' || shownTo === name)) return
  const who = shownTo === '' ? '' : ` as ${shownTo}`
  throw invalid({
    anonymous: [`You are no longer signed in${who}. Sign in again in another tab, or tick “Share anonymously”.`],
  })
}

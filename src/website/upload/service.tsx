import { actorOf } from '../../accounts/service.ts'
import { requireAbility } from '../../actor.ts'
import type { Context, RequestContext } from '../../context.ts'
import { invalid } from '../../errors.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import { readCountsByGame } from '../../lists/by-game/queries.ts'
import { type CreatedList, createList } from '../../lists/writing/service.ts'
import type { UploadForm } from '../form/input.ts'
import type { FormState } from '../form/state.ts'
import type { FoundPage } from '../found-page.ts'
import { documentOf } from '../parts/document.tsx'
import { siteOf } from '../parts/site.ts'
import { EMPTY } from './form.tsx'
import { UploadPage } from './page.tsx'

/** Finds the upload page with an empty form. */
export async function findUploadPage({ db, clock, urls }: Context, limits: UploadLimits): Promise<FoundPage> {
  const { games, snapshot } = await readCountsByGame(db, clock())
  const choices = games.map(({ id, name }) => ({ id, name }))
  return {
    version: [choices, limits],
    snapshot,
    validUntil: null,
    sourceBytes: 0,
    render: () => documentOf(<UploadPage site={siteOf(urls)} form={EMPTY} games={choices} limits={limits} />),
  }
}

/** Returns the upload page with what was typed and its errors. */
export async function uploadPageAgain(
  { db, clock, urls }: Context,
  limits: UploadLimits,
  form: FormState,
): Promise<Buffer> {
  const { games } = await readCountsByGame(db, clock())
  return documentOf(<UploadPage site={siteOf(urls)} form={form} games={games} limits={limits} />)
}

/** Creates a list. With an API token the list belongs to the token's user, otherwise it is anonymous. */
export async function upload(context: RequestContext, { token, ...input }: UploadForm): Promise<CreatedList> {
  const isAnonymous = token === undefined || token === ''
  const actor = isAnonymous ? null : await actorOf(context, token)
  if (actor === null && !isAnonymous) throw invalid({ token: ['This API token is wrong, has expired or was revoked.'] })
  if (actor !== null) requireAbility(actor, 'create')
  return createList(context, actor, input)
}

import type { Session } from '../../actor.ts'
import { findListToRead } from '../../compare/load-orders/service.ts'
import type { Context, RequestContext } from '../../context.ts'
import { requireAddress, restoreRevision } from '../../lists/revisions/service.ts'
import { listSummary } from '../../lists/view.ts'
import { senderBy } from '../edit/service.tsx'
import { EMPTY_FORM, type FormState } from '../form/state.ts'
import { documentOf } from '../parts/document.tsx'
import { shownList } from '../parts/shown-list.tsx'
import { siteOf } from '../parts/site.ts'
import { RestorePage } from './restore-page.tsx'

interface RevisionPath {
  slug: string
  revision: string
}

/** Returns the page that restores a revision (404 if the list or the revision does not exist). */
export async function restorePage(
  context: Context,
  path: RevisionPath,
  session: Session | null,
  form: FormState = EMPTY_FORM,
): Promise<Buffer> {
  const { slug, revision } = requireAddress(path)
  await findListToRead(context, slug, revision)
  const { row } = await findListToRead(context, slug)
  const isOwn = session !== null && row.authorId === session.actor.user.id
  const data = { site: siteOf(context.urls), list: shownList(listSummary(row, context.urls)), revision, form, isOwn }
  return documentOf(<RestorePage {...data} />)
}

/** Restores a revision for the signed-in author, or with the owner key or API token in the form. */
export async function restore(
  context: RequestContext,
  path: RevisionPath,
  secret: string | undefined,
  session: Session | null,
): Promise<void> {
  await restoreRevision(context, await senderBy(context, secret, session), path, undefined)
}

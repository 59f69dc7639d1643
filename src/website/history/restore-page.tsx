import type { Session } from '../../actor.ts'
import { findListToRead } from '../../compare/load-orders/service.ts'
import type { Context, RequestContext } from '../../context.ts'
import { requireAddress, restoreRevision } from '../../lists/revisions/service.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { versionText } from '../../lists/version-address.ts'
import { listSummary } from '../../lists/view.ts'
import { documentOf, Page } from '../components/document.tsx'
import { uniqueTitle } from '../components/list-row.tsx'
import { Name, shownList } from '../components/shown-list.tsx'
import { comparePath, historyPath, restorePath, type Site, siteOf } from '../components/site.ts'
import { senderBy } from '../edit/service.tsx'
import { Problems, SubmitButton } from '../form/field.tsx'
import { KeyField, OwnerForm } from '../form/owner-form.tsx'
import { EMPTY_FORM, type FormState } from '../form/state.ts'

interface RestorePageData {
  site: Site
  list: ListSummary
  revision: number
  form: FormState
  /** Whether the list belongs to the signed-in user, who needs no key. */
  isOwn: boolean
}

/** The page on which the owner of a list restores one of its revisions. A script fills in the owner key. */
function RestorePage({ site, list, revision, form, isOwn }: RestorePageData) {
  const { slug, name } = list
  const old = versionText(slug, revision)
  return (
    <Page
      site={site}
      title={`${Object.keys(form.errors).length > 0 ? 'Not restored yet' : 'Restore'} version ${revision}: ${uniqueTitle(list)}`}
      name={`Restore version ${revision} of ${name}`}
      description={`Make version ${revision} of ${name} the current version again.`}
      path={`/lists/${slug}/restore/${revision}`}
      isUnlisted
      script="owner.js"
    >
      <h1>
        Restore version {revision} of <Name of={name} />
      </h1>
      <p>
        This makes a new version with the files and fields of version {revision}. The history keeps all versions.{' '}
        <a href={comparePath(site, slug, old)}>What would change</a>
      </p>
      <OwnerForm list={list} action={restorePath(site, slug, revision)}>
        <Problems form={form} heading="Not restored yet. Please correct:" />
        {!isOwn && <KeyField form={form} author={list.author} to="restore it" />}
        <p class="actions">
          <SubmitButton text="Restore" />
          <a href={historyPath(site, slug)}>Cancel</a>
        </p>
      </OwnerForm>
    </Page>
  )
}

interface RevisionPath {
  slug: string
  revision: string
}

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

import type { ListSummary } from '../../lists/schemas.ts'
import { versionText } from '../../lists/version-address.ts'
import { Problems, SubmitButton } from '../form/field.tsx'
import { KeyField, OwnerForm } from '../form/owner-form.tsx'
import type { FormState } from '../form/state.ts'
import { Page } from '../parts/document.tsx'
import { uniqueTitle } from '../parts/list-title.ts'
import { Name } from '../parts/shown-list.tsx'
import { comparePath, historyPath, listPath, type Site } from '../parts/site.ts'

export const restorePath = (site: Site, slug: string, revision: number): string =>
  `${listPath(site, slug)}/restore/${revision}`

interface RestorePageData {
  site: Site
  list: ListSummary
  revision: number
  form: FormState
  /** Whether the list belongs to the signed-in user, who needs no key. */
  isOwn: boolean
}

/** The page on which the owner of a list restores one of its revisions. A script fills in the owner key. */
export function RestorePage({ site, list, revision, form, isOwn }: RestorePageData) {
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
      script="upload.js"
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

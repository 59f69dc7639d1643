import type { UploadLimits } from '../../limits/upload-limits.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { Problems, SecretField } from '../form/field.tsx'
import { FileFields, limitsText } from '../form/file-fields.tsx'
import { type GameChoice, ListFields } from '../form/list-fields.tsx'
import type { FormState } from '../form/state.ts'
import { Page } from '../parts/document.tsx'
import { listPath, type Site } from '../parts/site.ts'

export interface EditPageData {
  site: Site
  list: ListSummary
  files: readonly string[]
  form: FormState
  games: readonly GameChoice[]
  limits: UploadLimits
}

/** Changes or deletes a list. The key goes in the form's body alone; a script fills in the one that the browser kept. */
export function EditPage({ site, list, files, form, games, limits }: EditPageData) {
  const { slug, name, created, author } = list
  const path = listPath(site, slug)
  return (
    <Page
      site={site}
      title={`${Object.keys(form.errors).length > 0 ? 'Not saved yet' : 'Edit'}: ${name} (${slug})`}
      name={`Edit ${name}`}
      description={`Change or delete ${name}, with its owner key.`}
      path={`/lists/${slug}/edit`}
      isUnlisted
      script="upload.js"
    >
      <h1>Edit {name}</h1>
      <p>
        <a href={path}>Back to the list</a>
      </p>
      <form
        class="upload edit"
        method="post"
        action={`${path}/edit`}
        encType="multipart/form-data"
        noValidate
        data-limits={limitsText(limits)}
        data-slug={slug}
        data-created={created}
        data-author={author?.name}
      >
        <Problems form={form} />
        <input type="hidden" name="if_match" value={form.values.if_match ?? ''} />
        <SecretField
          form={form}
          name="owner_key"
          label="Owner key"
          hint={
            author === null
              ? 'It was shown after the upload. The browser that uploaded has kept it.'
              : `${author.name}’s list: an API token of theirs, kept until you close this browser’s tab.`
          }
        />
        <ListFields form={form} games={games} />
        <h2>Replace the files</h2>
        <p>The list has {files.join(', ')}. Without new ones they stay; new ones take the place of all of them.</p>
        <FileFields form={form} invitation="Drop your profile’s folder here" />
        <p class="actions">
          <button type="submit">Save</button>
          <button type="button" popovertarget="deletion">
            Delete list
          </button>
        </p>
        <div id="deletion" class="card" popover="auto" role="dialog" aria-label="Deletion">
          <p>
            <strong>Delete {name}?</strong> It goes with its files and its history, and does not come back.
          </p>
          <p class="actions">
            <button type="submit" formaction={`${path}/delete`}>
              Delete for good
            </button>
            <button type="button" popovertarget="deletion" popovertargetaction="hide">
              Keep it
            </button>
          </p>
        </div>
      </form>
    </Page>
  )
}

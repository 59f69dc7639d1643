import type { UploadLimits } from '../../http/request/upload.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { CheckLine } from '../check/page.tsx'
import { Page } from '../components/document.tsx'
import { listTitle, uniqueTitle } from '../components/list-row.tsx'
import { Name } from '../components/shown-list.tsx'
import { listPath, type Site } from '../components/site.ts'
import { CheckField, Problems, SubmitButton, TextArea } from '../form/field.tsx'
import { FileFields } from '../form/file-fields.tsx'
import { type GameChoice, ListFields } from '../form/list-fields.tsx'
import { KeyField, OwnerForm } from '../form/owner-form.tsx'
import type { FormState } from '../form/state.ts'

interface EditPageData {
  site: Site
  list: ListSummary
  files: readonly string[]
  form: FormState
  games: readonly GameChoice[]
  limits: UploadLimits
  /** Whether the list belongs to the signed-in user, who needs no key. */
  isOwn: boolean
  /** Whether the form was just saved, and has changed nothing. */
  isUnchanged: boolean
}

/** The page to change or delete a list. The owner key is sent in the body, never in an address. */
export function EditPage({ site, list, files, form, games, limits, isOwn, isUnchanged }: EditPageData) {
  const { slug, author } = list
  const name = listTitle(list)
  const path = listPath(site, slug)
  return (
    <Page
      site={site}
      title={`${Object.keys(form.errors).length > 0 ? 'Not saved yet' : 'Edit'}: ${uniqueTitle(list)}`}
      name={`Edit ${name}`}
      description={`Change or delete ${name}, with its key for editing.`}
      path={`/lists/${slug}/edit`}
      isUnlisted
      script="upload.js"
    >
      <h1>
        Edit <Name of={name} />
      </h1>
      <p>
        <a href={path}>Back to the list</a>
      </p>
      {isUnchanged && (
        <p class="notes" role="status">
          Nothing has changed, so there is no new version. A note alone makes none.
          {list.expires !== null && ' The time until the list expires has started again.'}
        </p>
      )}
      <OwnerForm list={list} action={`${path}/edit`} limits={JSON.stringify(limits)}>
        <Problems form={form} heading="Not saved yet. Please correct:" />
        <input type="hidden" name="if_match" value={form.values.if_match ?? ''} />
        {!isOwn && <KeyField form={form} author={author} to="edit it" />}
        <ListFields form={form} games={games} isEdit />
        <TextArea form={form} name="note" label="What changed" rows={2} hint="Shown in the list’s history." />
        <h2>Files</h2>
        <p>A new file replaces the file of its name. The others stay, unless you tick them.</p>
        <RemovedFiles files={files} form={form} />
        <FileFields site={site} form={form} invitation="Drop your profile’s folder here" />
        <CheckField
          form={form}
          name="replace"
          label="Replace everything"
          hint="The list then has only the new files."
        />
        <p class="actions">
          <button type="submit">Save</button>
          <button type="button" class="danger" popovertarget="deletion">
            Delete list
          </button>
        </p>
        <div id="deletion" class="card" popover="auto" role="dialog" aria-label="Deletion">
          <p>
            <strong>
              Delete <Name of={name} />?
            </strong>{' '}
            Its files and history are deleted too. This cannot be undone.
          </p>
          <p class="actions">
            <SubmitButton text="Delete for good" class="danger" to={`${path}/delete`} />
            <button type="button" popovertarget="deletion" popovertargetaction="hide">
              Keep it
            </button>
          </p>
        </div>
      </OwnerForm>
      <CheckLine site={site} slug={slug} />
    </Page>
  )
}

/** A box for each file of the list, which removes it. */
function RemovedFiles({ files, form }: Pick<EditPageData, 'files' | 'form'>) {
  const ticked = form.values['remove[]']?.split('\n') ?? []
  const error = form.errors.remove?.[0]
  return (
    <fieldset class="files card" id="remove" tabIndex={-1}>
      <legend class="hint">Remove</legend>
      {files.map((name) => (
        <label key={name} class="tick">
          <input type="checkbox" name="remove[]" value={name} checked={ticked.includes(name)} />
          <Name of={name} />
        </label>
      ))}
      {error !== undefined && <span class="error">{error}</span>}
    </fieldset>
  )
}

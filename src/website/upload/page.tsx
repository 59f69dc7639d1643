import type { UploadLimits } from '../../http/request/upload.ts'
import { assetPath } from '../assets.ts'
import { Page } from '../components/document.tsx'
import { Name } from '../components/shown-list.tsx'
import { apiPath, type Site } from '../components/site.ts'
import { CheckField, Problems } from '../form/field.tsx'
import { FileFields } from '../form/file-fields.tsx'
import { type GameChoice, ListFields } from '../form/list-fields.tsx'
import type { FormState } from '../form/state.ts'

export const UploadPage = (data: UploadFormData) => (
  <Page
    site={data.site}
    title={Object.keys(data.form.errors).length > 0 ? 'Not uploaded yet' : 'Share a list'}
    description="Share your mod list: drop your profile’s folder, and get a link that opens on any phone."
    path="/upload"
    script="upload.js"
  >
    <h1>Share a list</h1>
    {data.site.info.needsAccount && data.author === undefined && <NeedsAccount site={data.site} />}
    {data.author !== undefined && (
      <p>
        You share as <Name of={data.author} />.
      </p>
    )}
    <UploadForm {...data} />
  </Page>
)

interface UploadFormData {
  site: Site
  form: FormState
  games: readonly GameChoice[]
  limits: UploadLimits
  /**
   * Name of the signed-in user, who becomes the author. Undefined on cached pages, which are the same for everybody.
   */
  author: string | undefined
  /** Whether the form's script is loaded only when the form is used. */
  isLazy?: boolean
}

/** The state of an empty form. */
export const EMPTY: FormState = { values: { expires: '1w' }, errors: {} }

/** The state of an empty form for a signed-in user, whose lists do not expire by default. */
export const OWN: FormState = { values: { expires: 'perm' }, errors: {} }

/**
 * The form that creates a list. A script adds the drop area, says which files will be uploaded, guesses some fields,
 * and shows progress. The form also works without it.
 */
export function UploadForm({ site, form, games, limits, author, isLazy = false }: UploadFormData) {
  const shownTo = author ?? form.values.signed_in_as
  return (
    <form
      class="upload"
      method="post"
      action={`${site.base}/upload`}
      encType="multipart/form-data"
      noValidate
      data-api={apiPath(site, '/lists')}
      data-limits={JSON.stringify(limits)}
      {...(isLazy && { 'data-script': site.base + assetPath('upload-form.js') })}
    >
      <Problems form={form} heading="Not uploaded yet. Please correct:" />
      <FileFields site={site} form={form} invitation="Drop your profile’s folder here" />
      <div class="later">
        <ListFields form={form} games={games} />
        <div class="own" hidden={shownTo === undefined}>
          {/* A script enables the field on cached pages, where it has no name. */}
          <input type="hidden" name="signed_in_as" value={shownTo ?? ''} disabled={shownTo === undefined} />
          <CheckField
            form={form}
            name="anonymous"
            label="Share anonymously"
            hint="Nobody sees that the list is yours. You change it with its key for editing."
          />
        </div>
        <p class="actions bar">
          <button type="submit">Share it, get the link</button>
          <progress class="scripted" max="1" value="0" aria-label="Progress" hidden />
          <span class="outcome" role="status" />
          {shownTo === undefined && (
            <span class="hint">No account. This browser keeps the key to change or delete it.</span>
          )}
        </p>
      </div>
    </form>
  )
}

/** Says that this site takes no anonymous uploads, with a link to the sign-in that leads to the upload page. */
export const NeedsAccount = ({ site }: { site: Site }) => (
  <p class="notes">
    Uploads need an account here. <a href={`${site.base}/sign-in?return_to=/upload`}>Sign in</a> first.
  </p>
)

import { PROFILE_FILES } from '../../lists/writing/profile/profile.ts'
import type { Site } from '../parts/site.ts'
import { Field, TextArea, TextField } from './field.tsx'
import type { FormState } from './state.ts'

interface FileFieldsData {
  site: Site
  form: FormState
  /** Text of the drop area. */
  invitation: string
}

/** The fields to drop, choose or paste files. Without a script there is no drop area, and no folder can be chosen. */
export const FileFields = ({ site, form, invitation }: FileFieldsData) => (
  <div class="files">
    <div class="drop card">
      <p class="scripted">
        <strong>{invitation}</strong>
      </p>
      <p class="hint">
        {PROFILE_FILES}. Nothing else in a folder is uploaded.{' '}
        <a href={`${site.base}/help`}>Where to find your files</a>
      </p>
      <p class="hint unscripted">
        Check .ini files first. Lines that begin with uPersistentUuidData identify your accounts, and paths such as
        C:\Users\NAME or /home/NAME contain your user name. Crash logs can also have your computer’s name, IP addresses
        and access tokens. Do not upload such a file, or delete these lines first.
      </p>
      <div class="pair">
        <div class="field folder scripted">
          <label for="folder">Folder</label>
          <input id="folder" type="file" multiple {...{ webkitdirectory: true }} />
        </div>
        <Field
          form={form}
          name="files"
          label="Files"
          control={(props) => <input {...props} name="files[]" type="file" multiple />}
        />
      </div>
    </div>
    <div class="field several" hidden>
      <label for="profile">Profile</label>
      <select id="profile" />
    </div>
    <p class="sum" role="status" />
    <div class="chosen" />
    <details open={(form.values.text ?? '') !== '' || form.errors.text !== undefined}>
      <summary>Or paste text</summary>
      <TextArea form={form} name="text" label="Text" rows={6} />
      <TextField form={form} name="text_name" label="Save as" placeholder="Detected from the text if left empty" />
    </details>
  </div>
)

import type { UploadLimits } from '../../http/limits/upload-limits.ts'
import { PROFILE_FILES } from '../../lists/writing/profile.ts'
import { Field, TextArea, TextField } from './field.tsx'
import type { FormState } from './state.ts'

/** The attribute `data-limits` of a form, for browser/upload/chosen-files.ts. */
export const limitsText = ({ maxFiles, maxFileBytes, maxBodyBytes }: UploadLimits) =>
  [maxFiles, maxFileBytes, maxBodyBytes].join(' ')

interface FileFieldsData {
  form: FormState
  /** What the drop place says. */
  invitation: string
}

/** Where files are dropped, chosen or pasted. Without a script there is no drop place, and files are chosen one by one. */
export const FileFields = ({ form, invitation }: FileFieldsData) => (
  <div class="files">
    <div class="drop card">
      <p class="scripted">
        <strong>{invitation}</strong>
      </p>
      <p class="hint">{PROFILE_FILES}: the rest of a folder stays with you.</p>
      <p class="hint unscripted">
        Look at .ini files first: lines that begin with uPersistentUuidData are ids of your accounts, and paths such as
        C:\Users\NAME or /home/NAME have your user name. Do not choose such a file, or take the lines out.
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

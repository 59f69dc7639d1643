import { PROFILE_FILES } from '../../lists/writing/profile/profile.ts'
import { isTrue } from '../../text/boolean.ts'
import type { Site } from '../components/site.ts'
import { CheckField, Field, FilePick, TextArea, TextField } from './field.tsx'
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
    {/* A script folds it to one line that says what was chosen. */}
    <details class="drop card" open>
      <summary>
        <strong class="scripted">{invitation}</strong>
        <strong class="unscripted">Choose your files</strong>
      </summary>
      <p class="hint">Only {PROFILE_FILES} are read.</p>
      <p class="hint unscripted">
        Files can hold your user name in a path, ids of your accounts, your computer’s name, IP addresses and access
        tokens. Without JavaScript, the server looks for them after you press the button, and stores nothing before you
        allow it.
      </p>
      <div class="actions">
        <span class="scripted">
          <FilePick id="folder" text="Choose the folder" class="primary" isFolder />
        </span>
        <Field
          form={form}
          name="files"
          label="Choose files"
          className="pick"
          labelClass="button scripted"
          control={(props) => (
            <input {...props} class="picked" name="files[]" type="file" aria-label="Choose files" multiple />
          )}
        />
      </div>
      <p class="hint">
        Mod Organizer, Vortex, Wabbajack, r2modman… <a href={`${site.base}/help`}>where is it?</a>
      </p>
    </details>
    <div class="field several" hidden>
      <label for="profile">Profile</label>
      <select id="profile" />
    </div>
    <div class="held notes" hidden />
    <div class="title">
      <p class="sum" role="status" />
      <details class="chosen-files" hidden>
        <summary>Show them</summary>
        <div class="chosen" />
      </details>
      <details open={(form.values.text ?? '') !== '' || form.errors.text !== undefined}>
        <summary>Or paste text</summary>
        <TextArea form={form} name="text" label="Text" rows={6} />
        <TextField form={form} name="text_name" label="File name" placeholder="Detected from the text if left empty" />
      </details>
    </div>
    {(form.errors.with_personal !== undefined || isTrue(form.values.with_personal ?? '')) && (
      <CheckField form={form} name="with_personal" label="Upload files with personal data" />
    )}
  </div>
)

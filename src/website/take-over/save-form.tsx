import type { ListSummary } from '../../lists/schemas.ts'
import { Problems, SecretField, SubmitButton, TextArea } from '../form/field.tsx'
import type { FormState } from '../form/state.ts'

interface SaveFormData {
  action: string
  ticks: string
  list: ListSummary
  form: FormState
}

/**
 * Saves the changes as a new version of the first list, whose other files stay. It is for the list's author and for
 * whoever has its owner key. A script hides it from others, and fills in the key that this browser keeps.
 */
export const SaveForm = ({ action, ticks, list: { slug, created, author }, form }: SaveFormData) => (
  <details
    class="box save"
    open={Object.keys(form.errors).length > 0}
    data-slug={slug}
    data-created={created}
    data-author={author?.name}
  >
    <summary>Save as a new version</summary>
    <form
      class="upload edit"
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate
      data-slug={slug}
      data-created={created}
      data-author={author?.name}
    >
      <Problems form={form} heading="Not saved yet. Please correct:" />
      <input type="hidden" name="take" value={ticks} />
      <input type="hidden" name="if_match" value={form.values.if_match ?? ''} />
      <SecretField
        form={form}
        name="owner_key"
        label="Owner key"
        hint={
          author === null
            ? 'You got it after the upload. The browser you used then fills it in.'
            : 'Leave it empty if you are signed in as the author, or enter their API token.'
        }
      />
      <TextArea form={form} name="note" label="What changed" rows={2} hint="Shown in the list’s history." />
      <p class="actions">
        <SubmitButton text="Save as a new version" class="plain" />
      </p>
    </form>
  </details>
)

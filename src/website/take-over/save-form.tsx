import type { ListSummary } from '../../lists/schemas.ts'
import { Problems, SecretField, SubmitButton, TextArea } from '../form/field.tsx'
import { OwnerForm } from '../form/owner-form.tsx'
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
export const SaveForm = ({ action, ticks, list, form }: SaveFormData) => (
  <details
    class="box save"
    open={Object.keys(form.errors).length > 0}
    data-slug={list.slug}
    data-created={list.created}
    data-author={list.author?.name}
  >
    <summary>Save as a new version</summary>
    <OwnerForm list={list} action={action}>
      <Problems form={form} heading="Not saved yet. Please correct:" />
      <input type="hidden" name="take" value={ticks} />
      <input type="hidden" name="if_match" value={form.values.if_match ?? ''} />
      <SecretField
        form={form}
        name="owner_key"
        label="Key for editing"
        hint={
          list.author === null
            ? 'You got it after the upload. The browser you used then fills it in.'
            : 'Leave it empty if you are signed in as the author, or enter their API token.'
        }
      />
      <TextArea form={form} name="note" label="What changed" rows={2} hint="Shown in the list’s history." />
      <p class="actions">
        <SubmitButton text="Save as a new version" class="plain" />
      </p>
    </OwnerForm>
  </details>
)

import type { ComponentChildren } from 'preact'
import type { ListSummary } from '../../lists/schemas.ts'
import { visibleName } from '../../text/harmless.ts'
import { SecretField } from './field.tsx'
import type { FormState } from './state.ts'

interface OwnerFormData {
  list: Pick<ListSummary, 'slug' | 'created' | 'author'>
  action: string
  /** The limits of uploads, in JSON, if the form takes files. */
  limits?: string
  children: ComponentChildren
}

/** Returns the attributes by which a script knows a list and its owner. */
export const ownedBy = ({ slug, created, author }: OwnerFormData['list']) => ({
  'data-slug': slug,
  'data-created': created,
  'data-author': author?.name,
})

/** A form by which the owner changes a list. A script fills in the owner key. */
export const OwnerForm = ({ list, action, limits, children }: OwnerFormData) => (
  <form
    class="upload edit"
    method="post"
    action={action}
    encType="multipart/form-data"
    noValidate
    data-limits={limits}
    {...ownedBy(list)}
  >
    {children}
  </form>
)

interface KeyFieldData {
  form: FormState
  author: ListSummary['author']
  /** What the key is for, such as `edit it`. */
  to: string
}

/** The field for the owner key of a list, or for its author's API token. */
export const KeyField = ({ form, author, to }: KeyFieldData) => (
  <SecretField
    form={form}
    name="owner_key"
    label={author === null ? 'Key for editing' : 'API token'}
    hint={
      author === null
        ? 'You got it after the upload. The browser you used then fills it in.'
        : `This list belongs to ${visibleName(author.name)}. If you are its author, sign in to ${to}, or enter your API token, which is forgotten when you close this tab.`
    }
  />
)

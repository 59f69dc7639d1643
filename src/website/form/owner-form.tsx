import type { ComponentChildren } from 'preact'
import type { ListSummary } from '../../lists/schemas.ts'

interface OwnerFormData {
  list: Pick<ListSummary, 'slug' | 'created' | 'author'>
  action: string
  /** The limits of uploads, in JSON, if the form takes files. */
  limits?: string
  children: ComponentChildren
}

/** A form by which the owner changes a list. A script knows the list by it, and fills in the owner key. */
export const OwnerForm = ({ list: { slug, created, author }, action, limits, children }: OwnerFormData) => (
  <form
    class="upload edit"
    method="post"
    action={action}
    encType="multipart/form-data"
    noValidate
    data-limits={limits}
    data-slug={slug}
    data-created={created}
    data-author={author?.name}
  >
    {children}
  </form>
)

import { z } from 'zod'
import type { FormFile } from '../../http/request/form.ts'
import { ListFields } from '../../lists/writing/input.ts'
import { fieldsOf } from './state.ts'

/** A form whose pasted text, if there is any, is one of its files. */
function withPastedText(body: unknown): unknown {
  const { text, text_name: name, ...fields } = fieldsOf(body)
  if (typeof text !== 'string' || text.trim() === '') return fields
  const pasted = { name: typeof name === 'string' && name !== '' ? name : 'modlist.txt', content: Buffer.from(text) }
  return { ...fields, files: [...(Array.isArray(fields.files) ? fields.files : []), pasted] }
}

const withoutNoFiles = (body: unknown) => {
  const { files, ...fields } = fieldsOf(withPastedText(body))
  return Array.isArray(files) && files.length > 0 ? { ...fields, files } : fields
}

const files = z
  .custom<FormFile[]>((files) => Array.isArray(files) && files.length > 0, 'Choose at least one file, or paste a text.')
  .pipe(ListFields.shape.files)

const secret = z.string().trim().optional()

/** What a list is made from; with a user's token it is one of theirs. */
export const UploadForm = z.preprocess(withPastedText, z.object({ ...ListFields.shape, files, token: secret }))
export type UploadForm = z.output<typeof UploadForm>

const KEY_RULE = 'The owner key is needed: it was shown after the upload. Lists of users take an API token of theirs.'
const ownerKey = z.string(KEY_RULE).trim().min(1, KEY_RULE)

/** What a list is changed to. Without files it keeps its own; `if_match` is its entity tag when the form was shown. */
export const EditForm = z.preprocess(
  withoutNoFiles,
  z.object({
    ...ListFields.shape,
    files: ListFields.shape.files.optional(),
    owner_key: ownerKey,
    if_match: z.string().optional(),
  }),
)
export type EditForm = z.output<typeof EditForm>

/** What a list is deleted by. */
export const DeleteForm = z.preprocess(fieldsOf, z.object({ owner_key: ownerKey }))

import { z } from 'zod'
import type { FormFile } from '../../http/request/form.ts'
import { refuseTooMany, type UploadLimits } from '../../limits/upload-limits.ts'
import { ListFields } from '../../lists/writing/input.ts'
import { pastedName } from '../../lists/writing/pasted-name.ts'
import { normalizeLineEnds } from '../../text/lines.ts'
import { fieldsOf } from './state.ts'

/**
 * What was sent by a form: a text that was pasted is one of the files, which are no more than a list may have (422), and
 * left out where there are none. A description has the line ends that were typed, of which browsers make CRLF.
 */
export function formBody(body: unknown, limits: UploadLimits): Record<string, unknown> {
  const { text, text_name: name, files, ...fields } = fieldsOf(body)
  if (typeof fields.description === 'string') fields.description = normalizeLineEnds(fields.description)
  const all = Array.isArray(files) ? [...files] : []
  if (typeof text === 'string' && text.trim() !== '') {
    const named = typeof name === 'string' && name.trim() !== '' ? name : pastedName(text)
    all.push({ name: named, pieces: [Buffer.from(text)] })
    refuseTooMany(all, limits)
  }
  return all.length === 0 ? fields : { ...fields, files: all }
}

const files = z
  .custom<FormFile[]>((files) => files !== undefined, 'Choose at least one file, or paste text.')
  .pipe(ListFields.shape.files)

const secret = z.string().trim().optional()

/** What a list is made from; with a user's token it is one of theirs. */
export const UploadForm = z.object({ ...ListFields.shape, files, token: secret })
export type UploadForm = z.output<typeof UploadForm>

const KEY_RULE = 'The owner key is needed: it was shown after the upload. Lists of users take an API token of theirs.'
const ownerKey = z.string(KEY_RULE).trim().min(1, KEY_RULE)

/** What a list is changed to. Without files it keeps its own; `if_match` is its entity tag when the form was shown. */
export const EditForm = z.object({
  ...ListFields.shape,
  files: ListFields.shape.files.optional(),
  owner_key: ownerKey,
  if_match: z.string().optional(),
})
export type EditForm = z.output<typeof EditForm>

/** What a list is deleted by. */
export const DeleteForm = z.object({ owner_key: ownerKey })

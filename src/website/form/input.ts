import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CatalogError, invalid } from '../../errors.ts'
import type { FormFile } from '../../http/request/upload.ts'
import { ListFields } from '../../lists/writing/input.ts'

import { booleanField } from '../../text/boolean.ts'

/** The files of a form that needs some: at least one file, or a pasted text. */
export const files = z
  .custom<FormFile[]>((files) => files !== undefined, 'Choose at least one file, or paste text.')
  .pipe(ListFields.shape.files)

const secret = z.string().trim().optional()

/** Not empty if the sender has allowed personal data: they ticked the box, or a script has asked them. */
const withPersonal = z.string().optional()

/**
 * The upload form. The list belongs to the signed-in user, unless `anonymous` is ticked. `signed_in_as` is sent if the
 * page was shown to a signed-in user.
 */
export const UploadForm = z.object({
  ...ListFields.shape,
  files,
  anonymous: booleanField('anonymous'),
  with_personal: withPersonal,
  signed_in_as: z.string().optional(),
  /** Where to go after the upload: to the list, or to choose a list to compare it with. */
  next: z.literal('compare').optional().catch(undefined),
})
export type UploadForm = z.output<typeof UploadForm>

/** Returns the error for a form without a key whose sender is not signed in. */
export const keyMissing = () =>
  invalid({
    owner_key: [
      'The key for editing is needed: it was shown after the upload. A list with an author needs that author’s API token.',
    ],
  })

/**
 * The edit form. Files replace those of their names, except those in `remove[]`; with `replace`, the list has only the
 * sent files. `if_match` is the ETag when the form was shown.
 */
export const EditForm = z.object({
  ...ListFields.shape,
  files: ListFields.shape.files.optional(),
  'remove[]': z.array(z.string()).default([]),
  replace: booleanField('replace'),
  owner_key: secret,
  if_match: z.string().optional(),
  with_personal: withPersonal,
})
export type EditForm = z.output<typeof EditForm>

/** The form that saves ticked changes of a comparison as a new version of its first list. */
export const SaveForm = z.object({
  take: z.string().default(''),
  note: ListFields.shape.note,
  owner_key: secret,
  if_match: z.string().optional(),
})

export const DeleteForm = z.object({ owner_key: secret })

/**
 * Refuses forms of other websites, which could create lists and reports from the addresses of their visitors. Older
 * browsers do not send the header.
 */
export async function refuseOtherSites({ method, headers }: FastifyRequest): Promise<void> {
  if (method !== 'POST' || headers['sec-fetch-site'] !== 'cross-site') return
  throw new CatalogError('forbidden', 'Forbidden: this form cannot be sent from another website. Use the API.')
}

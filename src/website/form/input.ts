import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '../../db/client.ts'
import { CatalogError, invalid } from '../../errors.ts'
import { findGame } from '../../games/queries.ts'
import { type FormFile, refuseTooMany, type UploadLimits } from '../../http/request/upload.ts'
import { ListFields } from '../../lists/writing/input.ts'
import { keyOf } from '../../load-order/key.ts'
import { NAMES_FILE, namesOf } from '../../load-order/reading/exports/listed-names.ts'
import { pastedName, UNKNOWN } from '../../load-order/reading/read.ts'
import { countKnownMods } from '../../mods/queries.ts'

import { booleanField } from '../../text/boolean.ts'
import { storable } from '../../text/storable.ts'
import { fieldsOf } from './state.ts'

/**
 * Returns the body of a form with the pasted text as one of its files. Refuses too many files with 422. Omits `files`
 * if there are none.
 */
export async function formBody(db: Database, body: unknown, limits: UploadLimits): Promise<Record<string, unknown>> {
  const { text, text_name: name, files, ...fields } = fieldsOf(body)
  const all = Array.isArray(files) ? [...files] : []
  if (typeof text === 'string' && text.trim() !== '') {
    const named = typeof name === 'string' && name.trim() !== '' ? name : await nameOf(db, text, fields.game)
    all.push({ name: named, pieces: [Buffer.from(text)] })
    refuseTooMany(all, limits)
  }
  return all.length === 0 ? fields : { ...fields, files: all }
}

/** Returns the name of a pasted text. Names without a sign make a list if the index of the game knows half of them. */
async function nameOf(db: Database, text: string, game: unknown): Promise<string> {
  const name = pastedName(text)
  const names = name === UNKNOWN ? namesOf(text) : []
  const keys = [...new Set(names.map((name) => storable(keyOf(name))))]
  const found = keys.length > 0 && typeof game === 'string' ? await findGame(db, game) : null
  const known = found === null ? 0 : await countKnownMods(db, found.id, keys)
  return known > 0 && 2 * known >= keys.length ? NAMES_FILE : name
}

/** The files of a form that needs some: at least one file, or a pasted text. */
export const files = z
  .custom<FormFile[]>((files) => files !== undefined, 'Choose at least one file, or paste text.')
  .pipe(ListFields.shape.files)

const secret = z.string().trim().optional()

/** Not empty if the sender has allowed personal data: they ticked the box, or a script has asked them. */
const withPersonal = z.string().optional()

/**
 * The upload form. The list belongs to the signed-in user, unless `anonymous` is ticked. `signed_in_as` is sent if the page was shown to a signed-in user, with their name if the
 * page named them.
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
 * The edit form. Signed-in authors need no key. Files replace those of their names and the others stay, except those in
 * `remove[]`; with `replace`, the list has only the sent files. `if_match` is the list's ETag when the form was shown.
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

/** The form that deletes a list, or restores a revision of it. */
export const DeleteForm = z.object({ owner_key: secret })

/**
 * Refuses forms that another website makes a browser send. Without a key such a form cannot change a list, but it could
 * create lists and reports from the IP addresses of that site's visitors. Older browsers and programs do not send the
 * header.
 */
export async function refuseOtherSites({ method, headers }: FastifyRequest): Promise<void> {
  if (method !== 'POST' || headers['sec-fetch-site'] !== 'cross-site') return
  throw new CatalogError('forbidden', 'Forbidden: this form cannot be sent from another website. Use the API.')
}

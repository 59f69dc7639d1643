import { readEach } from '../../compare/analysing/service.ts'
import type { CompareContext } from '../../compare/differ.ts'
import { findGame } from '../../games/queries.ts'
import { type FormFile, refuseTooMany, type UploadLimits } from '../../http/request/upload.ts'
import { keyOf } from '../../load-order/key.ts'
import { NAMES_FILE } from '../../load-order/reading/exports/listed-names.ts'
import { UNKNOWN } from '../../load-order/reading/read.ts'
import { countKnownMods } from '../../mods/queries.ts'
import { storable } from '../../text/storable.ts'
import { fieldsOf } from './state.ts'

/** Returns the body of a form with the pasted text as one of its files. Refuses too many files (422). */
export async function formBody(
  context: CompareContext,
  body: unknown,
  limits: UploadLimits,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const { text, text_name: name, files, ...fields } = fieldsOf(body)
  const all = Array.isArray(files) ? [...files] : []
  if (typeof text === 'string' && text.trim() !== '') {
    const file = { name: typeof name === 'string' && name.trim() !== '' ? name : '', pieces: [Buffer.from(text)] }
    all.push(file)
    refuseTooMany(all, limits)
    if (file.name === '') file.name = await nameOf(context, file, fields.game, signal)
  }
  return all.length === 0 ? fields : { ...fields, files: all }
}

/** Returns the name of a pasted text. Names without a sign make a list if the index of the game knows half of them. */
async function nameOf(context: CompareContext, file: FormFile, game: unknown, signal: AbortSignal): Promise<string> {
  const [{ name, names } = { name: UNKNOWN, names: [] }] = await readEach(context, 'pasted', [file], signal)
  const keys = [...new Set(names.map((one) => storable(keyOf(one))))]
  const found = keys.length > 0 && typeof game === 'string' ? await findGame(context.db, game) : null
  const known = found === null ? 0 : await countKnownMods(context.db, found.id, keys)
  return known > 0 && 2 * known >= keys.length ? NAMES_FILE : name
}

import type { Database } from '../../db/client.ts'
import { findGame } from '../../games/queries.ts'
import { refuseTooMany, type UploadLimits } from '../../http/request/upload.ts'
import { keyOf } from '../../load-order/key.ts'
import { NAMES_FILE, namesOf } from '../../load-order/reading/exports/listed-names.ts'
import { pastedName, UNKNOWN } from '../../load-order/reading/read.ts'
import { countKnownMods } from '../../mods/queries.ts'
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

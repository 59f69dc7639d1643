import type { Test } from 'supertest'

export const MODLIST = '+Unofficial Patch\r\n+Sky UI\r\n-Optional_separator\r\n'

/** A valid form's text fields. */
const FIELDS = { name: 'My List', game: '4', description: 'A list' }

type Files = Record<string, string | Buffer>

/** Sends a valid list as a form, with some fields varied (undefined leaves one out) and the files by name. */
export function fillList(
  request: Test,
  fields: Record<string, string | undefined> = {},
  files: Files = { 'modlist.txt': MODLIST },
): Test {
  for (const [name, value] of Object.entries({ ...FIELDS, ...fields })) {
    if (value !== undefined) request.field(name, value)
  }
  for (const [filename, content] of Object.entries(files)) request.attach('files[]', Buffer.from(content), filename)
  return request
}

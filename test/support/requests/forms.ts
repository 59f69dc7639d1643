import type supertest from 'supertest'
import type { Test } from 'supertest'

export const MODLIST = '+Unofficial Patch\r\n+Sky UI\r\n-Optional_separator\r\n'

/** The text fields of a valid form. */
const FIELDS = { name: 'My List', game: '4', description: 'A list' }

type Files = Record<string, string | Buffer>

/** Sends the form of a valid list, with some other fields (undefined omits a field) and these files by name. */
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

/** Creates lists with these files, by name. */
export async function makeLists(api: ReturnType<typeof supertest>, lists: Record<string, Files>): Promise<void> {
  for (const [name, files] of Object.entries(lists)) await fillList(api.post('/v1/lists'), { name }, files).expect(201)
}

/** Returns a text in UTF-16 with a byte order mark. */
export const utf16le = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
export const utf16be = (text: string) => utf16le(text).swap16()

/** Makes the body of a response a Buffer, for every content type. */
export const asBytes = (request: Test): Test =>
  request.buffer(true).parse((response, done) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => done(null, Buffer.concat(chunks)))
    response.on('error', (error) => done(error, null))
  })

/** Valid file names that are hard to write in URLs and headers. */
export const ODD_NAMES = [
  'my profile (1).txt',
  "it's.txt",
  '100%.txt',
  '%2e%2e%2fmodlist.txt',
  'a+b&c=d;e,f.txt',
  'what?#now.txt',
  'größe.txt',
  '模組清單 ✓ 😀.txt',
  '...',
  '~',
  `${'x'.repeat(251)}.txt`,
  '単'.repeat(85),
]

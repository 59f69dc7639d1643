import { describe, expect } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../../support/database/stored.ts'
import { it } from '../../../support/it.ts'
import { FIELD_PARTS, FORM_TYPE, formBody, type Part, sendParts } from '../../../support/requests/parts.ts'

const MIB = 2 ** 20
const file = (name: string, content: string | Buffer = name): Part => [`name="files[]"; filename="${name}"`, content]

describe('an upload', () => {
  it.for<[what: string, parts: readonly Part[], message?: string]>([
    ['a file with a NUL byte', [file('plugin.esp', 'a\0b')], 'plugin.esp'],
    ['UTF-16 without a byte order mark', [file('plugin.esp', Buffer.from('[General]', 'utf16le'))], 'plugin.esp'],
    ['a PNG image', [file('plugin.esp', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))], 'plugin.esp'],
    ['a zip archive', [file('plugin.esp', Buffer.from('PK\x03\x04\x14', 'latin1'))], 'plugin.esp'],
    ['a file of control characters', [file('plugin.esp', Buffer.from([1, 2, 3, 4, 5, 6, 7]))], 'plugin.esp'],
    ['a NUL at the very end of 1 MiB', [file('plugin.esp', `${'a'.repeat(MIB - 1)}\0`)], 'plugin.esp'],
    ['one name twice', [file('a.txt', '1'), file('a.txt', '2')]],
    ['one name twice with one content', [file('a.txt', '1'), file('a.txt', '1')]],
    ['names that differ only in case', [file('Mod.txt'), file('mOD.TXT')]],
    ['names that differ only in case outside ASCII', [file('É.txt'), file('é.txt')]],
    ['names that differ only in Unicode form', [file('größe.txt'), file('größe.txt'.normalize('NFD'))]],
    ['names that differ only in case and Unicode form', [file('J\u030c.txt'), file('\u01f0.txt')]],
    [
      'a field in single quotes, as from cmd.exe',
      [[`name="'files[]'"; filename="a.txt"`, 'x']],
      'Remove the single quotes',
    ],
    ['the name of a file, as curl sends without @', [['name="files[]"', 'modlist.txt']], '@'],
    ['the same name after its paths are removed', [file('x/a.txt'), file('y/A.txt')], 'x/a.txt and y/A.txt'],
    ['a tab in a file name', [file('a\tb.txt')]],
    ['an escape in a file name', [file('a\u001bb.txt')]],
    ['DEL in a file name', [file('a\u007fb.txt')]],
    ['a C1 control character in a file name', [file('a\u0085b.txt')]],
    ['a mark of direction in a file name', [file('list\u202etxt.exe')]],
    ['a file name of 256 bytes in fewer characters', [file('é'.repeat(128))]],
    ['a file name of 256 letters', [file('x'.repeat(256))]],
    ['only the name . for a file', [file('.', 'content')]],
    ['only the name .. for a file', [file('..', 'content')]],
    ['only .. after the path of a file', [file('folder/..', 'content')]],
    ['only a path for a file', [file('folder/', 'content')]],
    ['33 files', Array.from({ length: 32 }, (_, index) => file(`${index}.txt`)), '32'],
    ['a file of 1 MiB and a byte', [file('large.txt', 'a'.repeat(MIB + 1)), file('last.txt')], 'large.txt'],
  ])('is refused with 422 if it has %s, and nothing is stored', async ([, parts, message = ''], { api, db }) => {
    const { body } = await sendParts(api.post('/v1/lists'), [file('good.txt'), ...parts]).expect(422)

    expect(body).toEqual({ message: body.errors.files[0], errors: { files: [expect.stringContaining(message)] } })
    expect(body.message).not.toMatch(/\p{Cc}/u)
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it.for<[what: string, headersOf: (body: Buffer) => Record<string, string>]>([
    ['declared', ({ length }) => ({ 'Content-Length': String(length) })],
    ['not declared', () => ({ 'Transfer-Encoding': 'chunked' })],
  ])(
    'is refused with 413 if its body is larger than 8 MiB and its length is %s, and nothing is stored',
    async ([, headersOf], { api, db }) => {
      const nine = Array.from({ length: 9 }, (_, index) => file(`${index}.txt`, Buffer.alloc(MIB, 'a')))
      const form = formBody([...FIELD_PARTS, ...nine])
      const request = api.post('/v1/lists').set({ 'Content-Type': FORM_TYPE, ...headersOf(form) })
      request.write(form)
      const { body } = await request.expect(413)

      expect(body).toEqual({ message: expect.stringMatching(/larger/) })
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
    },
  )

  it.for([
    ['before its last boundary', (whole: Buffer) => whole.subarray(0, -10)],
    ['within a file', (whole: Buffer) => whole.subarray(0, -50)],
    ['within the headers of a part', (whole: Buffer) => whole.subarray(0, whole.indexOf('filename'))],
    ['after its first boundary', (whole: Buffer) => whole.subarray(0, 20)],
  ] as const)('is refused with 4xx if it ends %s, and nothing is stored', async ([, cut], { api, db }) => {
    const { status, body } = await api
      .post('/v1/lists')
      .set('Content-Type', FORM_TYPE)
      .send(cut(formBody([...FIELD_PARTS, file('good.txt')])))

    expect([400, 422]).toContain(status)
    expect(body.message).toEqual(expect.stringMatching(/./))
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })
})

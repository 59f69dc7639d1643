import { describe, expect } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../../support/database/stored.ts'
import { it } from '../../../support/it.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { FIELD_PARTS, FORM_TYPE, formBody, type Part, sendParts } from '../../../support/requests/parts.ts'

const MIB = 2 ** 20
const file = (name: string, content: string | Buffer = name): Part => [`name="files[]"; filename="${name}"`, content]
const GOOD = file('good.txt')

describe('an upload', () => {
  it.for([
    ['a NUL byte', Buffer.from('a\0b')],
    ['UTF-16 without a byte order mark', Buffer.from('[General]', 'utf16le')],
    ['a PNG image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['a zip archive', Buffer.from('PK\x03\x04\x14', 'latin1')],
    ['control characters', Buffer.from([1, 2, 3, 4, 5, 6, 7])],
    ['a NUL at the very end of 1 MiB', Buffer.concat([Buffer.alloc(MIB - 1, 'a'), Buffer.from([0])])],
  ] as const)(
    'is refused with 422 if one file is binary, and nothing is stored: %s',
    async ([, content], { api, db }) => {
      const { body } = await fillList(api.post('/v1/lists'), {}, { 'good.txt': 'a', 'plugin.esp': content }).expect(422)

      expect(body).toEqual({ message: body.errors.files[0], errors: { files: [expect.stringMatching('plugin.esp')] } })
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
    },
  )

  it.for([
    ['one name twice', [file('a.txt', '1'), file('a.txt', '2')]],
    ['one name twice with one content', [file('a.txt', '1'), file('a.txt', '1')]],
    ['names that differ only in case', [file('Mod.txt'), file('mOD.TXT')]],
    ['names that differ only in case outside ASCII', [file('É.txt'), file('é.txt')]],
    ['names that differ only in Unicode form', [file('größe.txt'), file('größe.txt'.normalize('NFD'))]],
    ['names that differ only in case and Unicode form', [file('J\u030c.txt'), file('\u01f0.txt')]],
    ['the same name after their paths are removed', [file('x/a.txt'), file('y/A.txt')]],
  ] as const)('is refused with 422 if two files have %s, and nothing is stored', async ([, parts], { api, db }) => {
    const { body } = await sendParts(api.post('/v1/lists'), [GOOD, ...parts]).expect(422)

    expect(body).toEqual({ message: body.errors.files[0], errors: { files: [expect.any(String)] } })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it.for([
    ['a tab', 'a\tb.txt'],
    ['an escape', 'a\u001bb.txt'],
    ['DEL', 'a\u007fb.txt'],
    ['a C1 control character', 'a\u0085b.txt'],
    ['256 bytes in fewer characters', 'é'.repeat(128)],
    ['256 letters', 'x'.repeat(256)],
  ] as const)('is refused with 422 if a file name has %s, and nothing is stored', async ([, name], { api, db }) => {
    const { body } = await sendParts(api.post('/v1/lists'), [GOOD, file(name)]).expect(422)

    expect(body).toEqual({ message: body.errors.files[0], errors: { files: [expect.any(String)] } })
    expect(body.message).not.toMatch(/\p{Cc}/u)
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('is refused with 422 if it has 33 files, and nothing is stored', async ({ api, db }) => {
    const { body } = await sendParts(
      api.post('/v1/lists'),
      Array.from({ length: 33 }, (_, index) => file(`${index}.txt`)),
    ).expect(422)

    expect(body).toEqual({ message: body.errors.files[0], errors: { files: [expect.stringMatching('32')] } })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('is refused with 422 if one file is one byte larger than 1 MiB, and nothing is stored', async ({ api, db }) => {
    const { body } = await sendParts(api.post('/v1/lists'), [
      GOOD,
      file('large.txt', Buffer.alloc(MIB + 1, 'a')),
      file('last.txt'),
    ]).expect(422)

    expect(body).toEqual({ message: body.errors.files[0], errors: { files: [expect.stringMatching('large.txt')] } })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('is refused with 422 if it has only unused file inputs, and nothing is stored', async ({ api, db }) => {
    const { body } = await sendParts(api.post('/v1/lists'), [file('', ''), file('', '')]).expect(422)

    expect(body).toEqual({ message: body.errors.files[0], errors: { files: [expect.any(String)] } })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it.for(['.', '..', 'folder/..', 'folder/'])(
    'is refused with 422 if a file with content has only the name %j, and nothing is stored',
    async (name, { api, db }) => {
      const { body } = await sendParts(api.post('/v1/lists'), [GOOD, file(name, 'content')]).expect(422)

      expect(body).toEqual({ message: body.errors.files[0], errors: { files: [expect.any(String)] } })
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
    },
  )

  const NINE = Array.from({ length: 9 }, (_, index) => file(`${index}.txt`, Buffer.alloc(MIB, 'a')))

  it('is refused with 413 if its body is larger than 8 MiB and its length is declared, and nothing is stored', async ({
    api,
    db,
  }) => {
    const { body } = await sendParts(api.post('/v1/lists'), NINE).expect(413)

    expect(body).toEqual({ message: expect.stringMatching(/larger/) })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('is refused with 413 if its body is larger than 8 MiB and its length is not declared, and nothing is stored', async ({
    api,
    db,
  }) => {
    const request = api.post('/v1/lists').set({ 'Content-Type': FORM_TYPE, 'Transfer-Encoding': 'chunked' })
    request.write(formBody([...FIELD_PARTS, ...NINE]))
    const { body } = await request.expect(413)

    expect(body).toEqual({ message: expect.stringMatching(/larger/) })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('is refused with 422 on a text field in which a file is sent, and nothing is stored', async ({ api, db }) => {
    const { body } = await sendParts(api.post('/v1/lists'), [
      GOOD,
      ['name="readme"; filename="readme.md"', 'x'],
    ]).expect(422)

    expect(body).toEqual({ message: body.errors.readme[0], errors: { readme: [expect.any(String)] } })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it.for([
    ['before its last boundary', (whole: Buffer) => whole.subarray(0, -10)],
    ['within a file', (whole: Buffer) => whole.subarray(0, -50)],
    ['within the headers of a part', (whole: Buffer) => whole.subarray(0, whole.indexOf('filename'))],
    ['after its first boundary', (whole: Buffer) => whole.subarray(0, 20)],
  ] as const)('is refused with 4xx if it ends %s, and nothing is stored', async ([, cut], { api, db }) => {
    const { status, body } = await api
      .post('/v1/lists')
      .set('Content-Type', FORM_TYPE)
      .send(cut(formBody([...FIELD_PARTS, GOOD])))

    expect([400, 422]).toContain(status)
    expect(body.message).toEqual(expect.stringMatching(/./))
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })
})

import { describe, expect } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../../support/database/stored.ts'
import { it } from '../../../support/it.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { FIELD_PARTS, FORM_TYPE, formBody, type Part, sendParts } from '../../../support/requests/parts.ts'

const MIB = 2 ** 20
const file = (name: string, content: string | Buffer = name): Part => [`name="files[]"; filename="${name}"`, content]
const GOOD = file('good.txt')

/** Not one file of an upload that is refused is stored, whichever of them was at fault. */
describe('an upload is refused with 422 on files, and nothing of it is stored,', () => {
  it.for([
    ['a NUL byte', Buffer.from('a\0b')],
    ['UTF-16 without its mark', Buffer.from('[General]', 'utf16le')],
    ['a PNG image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['a zip archive', Buffer.from('PK\x03\x04\x14', 'latin1')],
    ['control characters', Buffer.from([1, 2, 3, 4, 5, 6, 7])],
    ['a NUL at the very end of 1 MiB', Buffer.concat([Buffer.alloc(MIB - 1, 'a'), Buffer.from([0])])],
  ] as const)('where one file is binary: %s', async ([, content], { api, db }) => {
    const { body } = await fillList(api.post('/v1/lists'), {}, { 'good.txt': 'a', 'plugin.esp': content }).expect(422)

    expect(body).toEqual({ message: body.errors.files[0], errors: { files: [expect.stringMatching('plugin.esp')] } })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it.for([
    ['one name twice', [file('a.txt', '1'), file('a.txt', '2')]],
    ['one name twice with one content', [file('a.txt', '1'), file('a.txt', '1')]],
    ['names equal but for case', [file('Mod.txt'), file('mOD.TXT')]],
    ['names equal but for case outside ASCII', [file('É.txt'), file('é.txt')]],
    ['names equal but for normalisation', [file('größe.txt'), file('größe.txt'.normalize('NFD'))]],
    ['names equal but for both', [file('J\u030c.txt'), file('\u01f0.txt')]],
    ['names equal once their paths are dropped', [file('x/a.txt'), file('y/A.txt')]],
  ] as const)('where two files have %s', async ([, parts], { api, db }) => {
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
  ] as const)('where a file name has %s', async ([, name], { api, db }) => {
    const { body } = await sendParts(api.post('/v1/lists'), [GOOD, file(name)]).expect(422)

    expect(body).toEqual({ message: body.errors.files[0], errors: { files: [expect.any(String)] } })
    expect(body.message).not.toMatch(/\p{Cc}/u)
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('where it has 33 files', async ({ api, db }) => {
    const { body } = await sendParts(
      api.post('/v1/lists'),
      Array.from({ length: 33 }, (_, index) => file(`${index}.txt`)),
    ).expect(422)

    expect(body).toEqual({ message: body.errors.files[0], errors: { files: [expect.stringMatching('32')] } })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('where one file is larger than 1 MiB by one byte', async ({ api, db }) => {
    const { body } = await sendParts(api.post('/v1/lists'), [
      GOOD,
      file('large.txt', Buffer.alloc(MIB + 1, 'a')),
      file('last.txt'),
    ]).expect(422)

    expect(body).toEqual({ message: body.errors.files[0], errors: { files: [expect.stringMatching('large.txt')] } })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('where all its files are unused inputs', async ({ api, db }) => {
    const { body } = await sendParts(api.post('/v1/lists'), [file('', ''), file('', '')]).expect(422)

    expect(body).toEqual({ message: body.errors.files[0], errors: { files: [expect.any(String)] } })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it.for(['.', '..', 'folder/..', 'folder/'])(
    'where a file with content has no name but %j',
    async (name, { api, db }) => {
      const { body } = await sendParts(api.post('/v1/lists'), [GOOD, file(name, 'content')]).expect(422)

      expect(body).toEqual({ message: body.errors.files[0], errors: { files: [expect.any(String)] } })
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
    },
  )
})

describe('an upload is refused, and nothing of it is stored,', () => {
  const NINE = Array.from({ length: 9 }, (_, index) => file(`${index}.txt`, Buffer.alloc(MIB, 'a')))

  it('where its body is larger than 8 MiB (413), its length declared', async ({ api, db }) => {
    const { body } = await sendParts(api.post('/v1/lists'), NINE).expect(413)

    expect(body).toEqual({ message: expect.stringMatching(/larger/) })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('where its body is larger than 8 MiB (413), its length unknown', async ({ api, db }) => {
    const request = api.post('/v1/lists').set({ 'Content-Type': FORM_TYPE, 'Transfer-Encoding': 'chunked' })
    request.write(formBody([...FIELD_PARTS, ...NINE]))
    const { body } = await request.expect(413)

    expect(body).toEqual({ message: expect.stringMatching(/larger/) })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('where a file is sent in the field of a text (422), named as that field', async ({ api, db }) => {
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
    ['with its first boundary', (whole: Buffer) => whole.subarray(0, 20)],
  ] as const)('where it ends %s (4xx)', async ([, cut], { api, db }) => {
    const { status, body } = await api
      .post('/v1/lists')
      .set('Content-Type', FORM_TYPE)
      .send(cut(formBody([...FIELD_PARTS, GOOD])))

    expect([400, 422]).toContain(status)
    expect(body.message).toEqual(expect.stringMatching(/./))
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })
})

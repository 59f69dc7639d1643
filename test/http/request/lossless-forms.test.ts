import { describe, expect } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { chunked, headOf, lines, request, send } from '../../support/requests/wire.ts'

/*
 * Every part that was sent is stored, or the upload is refused. The forms are written by hand, because clients' libraries
 * write none of these.
 */

const BOUNDARY = '--b'
const head = headOf('POST /v1/lists', 'Content-Type: multipart/form-data; boundary=b')

/** Returns a part from its header lines and its content, in bytes. */
const part = (headers: string[], content = '') => lines(BOUNDARY, ...headers, '', content, '')
const disposition = (text: string) => `Content-Disposition: form-data; ${text}`
const field = (name: string, content: string) => part([disposition(`name="${name}"`)], content)
const file = (parameters: string, content = 'x') => part([disposition(`name="files[]"; ${parameters}`)], content)

const NAME = field('name', 'Lossless')
const GAME = field('game', '4')
const DESCRIPTION = field('description', 'what it is')
const FILE = file('filename="modlist.txt"', '+A')
const END = `${BOUNDARY}--\r\n`

/** Returns a form of bytes, each given as the character of its number. */
const form = (...parts: string[]) => Buffer.from(parts.join('') + END, 'latin1')
const whole = (...parts: string[]) => form(NAME, GAME, DESCRIPTION, FILE, ...parts)
const utf8 = (text: string) => Buffer.from(text).toString('latin1')

describe('a form with an unusual part', () => {
  const accepted: Record<string, [body: Buffer, files: [name: string, content: string][], description?: string]> = {
    'white space after its boundaries': [
      Buffer.from(whole().toString('latin1').replaceAll('--b\r\n', '--b \t\r\n'), 'latin1'),
      [['modlist.txt', '+A']],
    ],
    'an empty file that ends with its head': [
      form(NAME, GAME, DESCRIPTION, lines(BOUNDARY, disposition('name="files[]"; filename="empty.txt"'), '', ''), FILE),
      [
        ['empty.txt', ''],
        ['modlist.txt', '+A'],
      ],
    ],
    'an empty field that ends with its head': [
      form(NAME, GAME, lines(BOUNDARY, disposition('name="description"'), '', ''), FILE),
      [['modlist.txt', '+A']],
      '',
    ],
    'an empty field that ends with its last header': [
      form(NAME, GAME, lines(BOUNDARY, disposition('name="description"'), ''), FILE),
      [['modlist.txt', '+A']],
      '',
    ],
    'an unused file input': [whole(file('filename=""', '')), [['modlist.txt', '+A']]],
    'a file name in an encoded word, form B': [
      form(NAME, GAME, DESCRIPTION, file('filename="=?utf-8?B?w6l0w6kg4oKsLmluaQ==?="')),
      [['été €.ini', 'x']],
    ],
    'a file name in an encoded word, form Q': [
      form(NAME, GAME, DESCRIPTION, file('filename="=?UTF-8?Q?=C3=A9t=C3=A9_=E2=82=AC%.ini?="')),
      [['été €%.ini', 'x']],
    ],
    'a file name in two encoded words': [
      form(NAME, GAME, DESCRIPTION, file('filename="=?utf-8?Q?=C3=A9?= =?iso-8859-1?Q?=E9.ini?="')),
      [['éé.ini', 'x']],
    ],
    'filename* after another filename': [
      form(NAME, GAME, DESCRIPTION, file(`filename="wrong.txt"; filename*=utf-8''%C3%A9.txt`)),
      [['é.txt', 'x']],
    ],
    'filename* before another filename': [
      form(NAME, GAME, DESCRIPTION, file(`filename*=UTF-8'en'right%22.txt; filename="=?utf-8?B?d3Jvbmc=?="`)),
      [['right".txt', 'x']],
    ],
    'filename* whose client has lost characters': [
      form(
        NAME,
        GAME,
        DESCRIPTION,
        file(`filename="${utf8('emoji 😀.txt')}"; filename*=utf-8''emoji%20%EF%BF%BD%EF%BF%BD.txt`),
      ),
      [['emoji 😀.txt', 'x']],
    ],
    'a file name with a Windows path': [
      form(NAME, GAME, DESCRIPTION, file('filename="C:\\mods\\my \\"list\\".txt"')),
      [['my "list".txt', 'x']],
    ],
    'a file name without quotes and with spaces': [
      form(NAME, GAME, DESCRIPTION, file('filename=my list.txt')),
      [['my list.txt', 'x']],
    ],
    'names without quotes, and the type of a text': [
      form(
        NAME,
        GAME,
        part([disposition('name=description'), 'Content-Type: text/plain; charset=utf-8'], utf8('für alle')),
        part([disposition("name=files[]; filename=a.txt; filename*=utf-8''a.txt")], 'x'),
      ),
      [['a.txt', 'x']],
      'für alle',
    ],
    'a folded header': [
      form(NAME, GAME, DESCRIPTION, part([disposition('name="files[]";\r\n\tfilename="a.txt"')], 'x')),
      [['a.txt', 'x']],
    ],
    'a text in another character set': [
      form(
        NAME,
        GAME,
        part([disposition('name="description"'), 'Content-Type: text/plain; charset=ISO-8859-1'], 'Gr\xf6\xdfe'),
        FILE,
      ),
      [['modlist.txt', '+A']],
      'Größe',
    ],
    'a file that is not UTF-8': [
      form(NAME, GAME, DESCRIPTION, file('filename="a.txt"', 'Gr\xf6\xdfe')),
      [['a.txt', 'Gr\xf6\xdfe']],
    ],
  }
  for (const [what, [body, files, description = 'what it is']] of Object.entries(accepted)) {
    it(`is stored whole if it is valid: ${what}`, async ({ port, db }) => {
      const start = lines(...head, 'Transfer-Encoding: chunked', '', '')
      for (const bytes of [request(head, body), Buffer.concat([Buffer.from(start), chunked(body, 3)])]) {
        expect(await send(port, bytes)).toMatchObject({ status: 201 })
        const list = await db.list.findFirstOrThrow({
          orderBy: { id: 'desc' },
          include: { files: { include: { file: true }, orderBy: { position: 'asc' } } },
        })
        expect(list.description).toBe(description || null)
        expect(list.files.map(({ file }) => [file.cleanName, Buffer.from(file.content).toString('latin1')])).toEqual(
          files,
        )
      }
    })
  }

  const refused: Record<string, [body: Buffer, status: number, field?: string]> = {
    'bytes in a file without a name': [whole(file('filename=""')), 422, 'files'],
    'bytes in a file without filename': [
      whole(part([disposition('name="files[]"'), 'Content-Type: application/octet-stream'], 'x')),
      422,
      'files',
    ],
    'a line feed in a file name': [whole(file('filename="a\nb.txt"')), 400],
    'a carriage return in a file name': [whole(file('filename="a\rb.txt"')), 400],
    'a line end in a file name': [whole(file('filename="a\r\nb.txt"')), 400],
    'a line end in a file name, as %0D%0A': [whole(file('filename="a%0D%0Ab.txt"')), 422, 'files'],
    'a line feed in a file name, as %0a': [whole(file('filename="a%0ab.txt"')), 422, 'files'],
    'a space before a colon': [whole(part(['Content-Disposition : form-data; name="version"'], '1')), 400],
    'a header line without a colon': [whole(part(['nonsense', disposition('name="version"')], '1')), 400],
    'a header line without a name': [whole(part([': x', disposition('name="version"')], '1')), 400],
    'a continued line without a header': [whole(part([' x', disposition('name="version"')], '1')), 400],
    'attachment instead of form-data': [
      whole(part(['Content-Disposition: attachment; name="files[]"; filename="b.txt"'], 'x')),
      400,
    ],
    'no Content-Disposition': [whole(part(['Content-Type: text/plain'], 'x')), 400],
    'no headers': [whole(part([], 'x')), 400],
    'two Content-Dispositions': [whole(part([disposition('name="version"'), disposition('name="note"')], 'x')), 400],
    'two names': [whole(part([disposition('name="version"; name="note"')], 'x')), 400],
    'two file names': [whole(file('filename="a.txt"; filename="b.txt"')), 400],
    'a file name with an open quote': [whole(file('filename="a.txt')), 400],
    'a file name with quotes inside': [whole(file('filename="my "own" list.txt"')), 400],
    'a file name in pieces': [whole(file('filename*0="a"; filename*1=".txt"')), 400],
    'a filename* that is malformed': [whole(file("filename*=utf-8'%C3%A9.txt")), 400],
    'a filename* with half an escape': [whole(file("filename*=utf-8''%C3%A.txt")), 400],
    base64: [
      whole(part([disposition('name="files[]"; filename="b.txt"'), 'Content-Transfer-Encoding: base64'], 'eA==')),
      422,
      'files',
    ],
    'quoted-printable in a field': [
      whole(part([disposition('name="version"'), 'Content-Transfer-Encoding: quoted-printable'], '=31')),
      422,
      'version',
    ],
    'a field that is not UTF-8': [whole(field('version', '\xe9')), 422, 'version'],
    'a file name that is not UTF-8': [whole(file('filename="\xe9.txt"')), 422, 'files'],
    'a filename* that is not UTF-8': [whole(file("filename*=utf-8''%E9.txt")), 422, 'files'],
    'an encoded word that is not UTF-8': [whole(file('filename="=?utf-8?Q?=E9.txt?="')), 422, 'files'],
    'an encoded word that is not base64': [whole(file('filename="=?utf-8?B?-.txt?="')), 422, 'files'],
    'the name of a field that is not UTF-8': [whole(field('\xe9', 'x')), 422, '\ufffd'],
    'an unknown character set': [
      whole(part([disposition('name="version"'), 'Content-Type: text/plain; charset=klingon'], 'x')),
      422,
      'version',
    ],
  }
  for (const [what, [body, status, field]] of Object.entries(refused)) {
    it(`is refused with ${status}, and nothing is stored: ${what}`, async ({ port, db }) => {
      const answer = await send(port, request(head, body))

      expect({ status: answer.status, text: answer.text }).toMatchObject({ status })
      if (what.endsWith('quotes inside'))
        expect(answer.text).toContain('part 5 has filename=\\"my \\"own\\" list.txt\\"')
      expect(Object.keys(JSON.parse(answer.text).errors ?? {})).toEqual(field === undefined ? [] : [field])
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
    })
  }
})

describe('a text that is not UTF-8', () => {
  it('is refused with 400 in JSON, and nothing is stored', async ({ port, db }) => {
    const body = Buffer.from('{"name":"\xe9"}', 'latin1')
    const answer = await send(
      port,
      request(headOf('POST /v1/compare/a/b/merge', 'Content-Type: application/json'), body),
    )
    expect({ status: answer.status, body: JSON.parse(answer.text) }).toEqual({
      status: 400,
      body: { message: expect.stringContaining('UTF-8') },
    })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('is refused with 422 in a plain form, and the list stays as it is', async ({ port, db }) => {
    expect(await send(port, request(head, whole()))).toMatchObject({ status: 201 })
    const type = 'Content-Type: application/x-www-form-urlencoded'
    for (const body of ['description=%E9', 'description=\xe9', '%E9=x', 'version=1&description=a+%C3']) {
      const bytes = request(
        headOf('POST /v1/lists/lossless/reports', type),
        Buffer.from(`name=a&game=4&${body}`, 'latin1'),
      )
      const answer = await send(port, bytes)
      expect({ body, status: answer.status }).toEqual({ body, status: 422 })
      expect(Object.keys(JSON.parse(answer.text).errors)).toEqual([body === '%E9=x' ? '\ufffd' : 'description'])
    }
    expect((await db.list.findMany()).map(({ description }) => description)).toEqual(['what it is'])
  })
})

it('line ends of a description become LF, and count as one character each', async ({ port, db }) => {
  const text = (end: string) => `${'x'.repeat(4_999)}${end}${'y'.repeat(5_000)}`
  for (const end of ['\r\n', '\n', '\r']) {
    const body = form(NAME, GAME, field('description', text(end)), FILE)
    expect(await send(port, request(head, body))).toMatchObject({ status: 201 })
  }
  const stored = await db.list.findMany()
  expect(new Set(stored.map(({ description }) => description))).toEqual(new Set([text('\n')]))

  const long = form(NAME, GAME, field('description', `${text('\r\n')}z`), FILE)
  expect(await send(port, request(head, long))).toMatchObject({ status: 422 })
  const broken = form(field('name', utf8('two\r\nlines')), GAME, DESCRIPTION, FILE)
  expect(await send(port, request(head, broken))).toMatchObject({ status: 422 })
  expect(await db.list.count()).toBe(3)
})

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { type Part, sendParts } from '../../support/requests/parts.ts'

describe('an uploaded file', () => {
  it.for([
    ['Windows line ends', Buffer.from('a\r\nb\r\n'), ['a', 'b']],
    ['a mix of line ends', Buffer.from('a\nb\rc\r\n\r\nd'), ['a', 'b', 'c', '', 'd']],
    ['spaces and empty lines at both ends', Buffer.from('\n a \t\n\n'), ['', ' a \t', '']],
    ['no bytes', Buffer.from(''), []],
    ['a UTF-8 byte order mark', Buffer.from('\ufeffGröße\r\n'), ['Größe']],
    ['UTF-16', Buffer.from('\ufeffGröße\r\n漢', 'utf16le'), ['Größe', '漢']],
    ['windows-1252', iconv.encode('“Größe” – 5 €\r\nŽ', 'windows-1252'), ['“Größe” – 5 €', 'Ž']],
    ['text that looks like a form', Buffer.from('--boundary\r\nContent-Disposition: form-data'), null],
    ['text that looks like JSON and HTML', Buffer.from('{"a":"<script>"}\u2028'), ['{"a":"<script>"}\u2028']],
  ] as const)('with %s is shown as lines, and stored byte for byte', async ([, sent, lines], { api, db }) => {
    await fillList(api.post('/v1/lists'), {}, { 'a.txt': sent }).expect(201)
    const { body } = await api.get('/v1/lists/my-list').expect(200)

    expect(body.data.files).toMatchObject([
      { bytes: sent.length, content: lines ?? ['--boundary', 'Content-Disposition: form-data'] },
    ])
    const file = await db.file.findFirstOrThrow()
    expect(Buffer.from(file.content).equals(sent)).toBe(true)
    expect(file.bytes).toBe(sent.length)
  })

  it('is stored byte for byte, with its size, for any text', async ({ api, db }) => {
    const line = fc.string({ unit: fc.constantFrom(...'ab=;[] \t\r\nÄé€漢😀\u2028\ufeff') })
    await fc.assert(
      fc.asyncProperty(fc.array(line), async (some) => {
        const sent = Buffer.from(some.join('\r\n'))
        const { body } = await fillList(api.post('/v1/lists'), {}, { 'a.txt': sent }).expect(201)
        const shown = await api.get(`/v1/lists/${body.data.slug}`).expect(200)

        expect(shown.body.data.files[0].bytes).toBe(sent.length)
        expect(shown.body.data.files[0].content.join('')).not.toMatch(/[\r\n]/)
        const stored = await db.listFile.findFirstOrThrow({ orderBy: { listId: 'desc' }, include: { file: true } })
        expect(Buffer.from(stored.file.content).equals(sent)).toBe(true)
      }),
      { numRuns: 25 },
    )
  })

  it('is named by 32 hex digits of the SHA-256 of name and content, a hyphen and its clean name', async ({
    api,
    db,
  }) => {
    await fillList(api.post('/v1/lists'), {}, { 'a.txt': 'A', 'b.txt': 'A', 'c.txt': 'C' }).expect(201)
    const { body } = await api.get('/v1/lists/my-list').expect(200)

    const names: string[] = body.data.files.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['a', 'b', 'c'].map((name) => expect.stringMatching(`^[\\da-f]{32}-${name}\\.txt$`)))
    expect(new Set(names.map((name) => name.slice(0, 32))).size).toBe(3)
    for (const { name, hash } of await db.file.findMany()) {
      expect(name.slice(0, 32)).toBe(Buffer.from(hash).toString('hex').slice(0, 32))
      expect(hash.length).toBe(createHash('sha256').digest().length)
    }
  })

  it('is stored once for all lists that have a file with the same name and content', async ({ api, clock, db }) => {
    await fillList(api.post('/v1/lists'), {}, { 'a.txt': 'A', 'b.txt': 'B' }).expect(201)
    clock.advance(1_000)
    await fillList(api.post('/v1/lists'), {}, { 'b.txt': 'B', 'a.txt': 'other', 'B.txt': 'B' }).expect(422)
    await fillList(api.post('/v1/lists'), {}, { 'b.txt': 'B', 'a.txt': 'other', 'c.txt': 'B' }).expect(201)
    const { body: first } = await api.get('/v1/lists/my-list').expect(200)
    const { body: second } = await api.get('/v1/lists/my-list-2').expect(200)

    expect(second.data.files[0]).toEqual(first.data.files[1])
    expect(await db.file.count()).toBe(4)
  })

  it.for([
    ['C:\\Users\\Ada\\modlist.txt', 'modlist.txt'],
    ['profiles/Default/modlist.txt', 'modlist.txt'],
    ['../../etc/passwd', 'passwd'],
    ['a\\b/c\\d.txt', 'd.txt'],
    ['/x', 'x'],
    ['Liste über Mods – 漢字 😀.txt', 'Liste über Mods – 漢字 😀.txt'],
    ['.hidden', '.hidden'],
    ['a b;c=d,e.txt', 'a b;c=d,e.txt'],
    ["it's %41 <b>&amp;.txt", "it's %41 <b>&amp;.txt"],
    ['q%22uo.txt', 'q"uo.txt'], // as browsers and curl send a quote
    [`${'é'.repeat(127)}x`, `${'é'.repeat(127)}x`],
    [`folder/${'x'.repeat(255)}`, 'x'.repeat(255)],
  ] as const)('is named by the last part of the path it is sent as: %j', async ([sent, name], { api }) => {
    // Headers require a backslash in quotes to be doubled, but some programs send it once.
    for (const written of [sent.replaceAll('\\', '\\\\'), sent]) {
      const part: Part = [`name="files[]"; filename="${written}"`, 'x']
      const { body } = await sendParts(api.post('/v1/lists'), [part]).expect(201)
      const shown = await api.get(`/v1/lists/${body.data.slug}`).expect(200)

      expect(shown.body.data.files).toMatchObject([{ clean_name: name }])
      expect(shown.body.data.files[0].name.slice(32)).toBe(`-${name}`)
    }
  })

  it.for([
    ['files[]', 'files[]'],
    ['files', 'files'],
    ['files[0]', 'files[1]'],
    ['files[1]', 'files[0]'],
  ] as const)('can be sent in fields named %s and %s, and keeps its place', async ([first, second], { api }) => {
    await sendParts(api.post('/v1/lists'), [
      [`name="${first}"; filename="b.txt"`, 'b'],
      [`name="${second}"; filename="a.txt"`, 'a'],
    ]).expect(201)
    const { body } = await api.get('/v1/lists/my-list').expect(200)

    expect(body.data.files).toMatchObject([{ clean_name: 'b.txt' }, { clean_name: 'a.txt' }])
  })
})

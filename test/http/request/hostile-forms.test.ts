import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { chunked, headOf, lines, request, send } from '../../support/requests/wire.ts'

const MIB = 2 ** 20

const head = (type = 'multipart/form-data; boundary=b', ...more: string[]) =>
  headOf('POST /v1/lists', `Content-Type: ${type}`, ...more)

const part = (disposition: string, content: string, ...more: string[]) =>
  lines('--b', `Content-Disposition: form-data; ${disposition}`, ...more, '', content, '')
const field = (name: string, content: string) => part(`name="${name}"`, content)
const file = (content = '+A mod\r\n', name = 'files[]') => part(`name="${name}"; filename="modlist.txt"`, content)

const FIELDS = [field('name', 'Hostile'), field('game', '4'), field('description', '')].join('')
const END = '--b--\r\n'
const FORM = FIELDS + file() + END

describe('a hostile form', () => {
  const many = (count: number, text: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => text(i)).join('')
  const inner = (text: string) => text.replaceAll('--b', '--inner')
  const named = (json: string) =>
    FORM.replace('name="name"', 'name="name"\r\nContent-Type: application/json').replace('Hostile', json)
  const refused: Record<string, [body: string, type?: string]> = {
    'without a boundary': [FORM, 'multipart/form-data'],
    'with an empty boundary': [FORM, 'multipart/form-data; boundary='],
    'with an empty boundary in quotes': [FORM, 'multipart/form-data; boundary=""'],
    'with another boundary': [FORM, 'multipart/form-data; boundary=a'],
    'with a boundary of 8,000 characters': [FORM, `multipart/form-data; boundary=${'b'.repeat(8000)}`],
    'without its boundary in 8 MiB': ['x'.repeat(8 * MIB - 1)],
    'with 8 MiB of the beginning of a boundary': ['\r\n--'.repeat(2 * MIB - 1)],
    'that repeats its first bytes': ['--b'.repeat(100_000)],
    'with its fields in a nested form': [
      lines('--b', 'Content-Type: multipart/mixed; boundary=inner', '', inner(FORM), END),
    ],
    'nested a thousand times': [
      many(1000, (i) =>
        lines(i === 0 ? '--b' : `--b${i}`, `Content-Type: multipart/mixed; boundary=b${i + 1}`, '', ''),
      ),
    ],
    'with a part of 10,000 headers': [
      lines('--b', ...Array.from({ length: 10_000 }, (_, i) => `X-${i}: x`), '', 'x', '') + END,
    ],
    'with a header of 4 MiB': [lines('--b', `X-Long: ${'x'.repeat(4 * MIB)}`, '', 'x', '') + END],
    'with a header that never ends': [`--b\r\nContent-Disposition: form-data; name="${'x'.repeat(8 * MIB - 200)}`],
    'with a name of 1 MiB': [part(`name="${'n'.repeat(MIB)}"`, 'x') + END],
    'with a header of 100,000 parameters': [part(`name="a"${'; a="b"'.repeat(100_000)}`, 'x') + END],
    'with a header of quotes and backslashes': [part(`name="${'\\"'.repeat(30_000)}`, 'x') + END],
    'with an encoded name that never ends': [part(`name*=utf-8''${'%C3%28'.repeat(20_000)}`, 'x') + END],
    'of 10,000 tiny fields': [many(10_000, (i) => field(`f${i}`, '')) + FORM],
    'of 10,000 tiny files': [FIELDS + many(10_000, () => file('a')) + END],
    'of 10,000 unused file inputs': [
      FIELDS + many(10_000, () => part('name="files[]"; filename=""', '')) + file() + END,
    ],
    'of 10,000 fields with the same name': [many(10_000, () => field('name', 'x')) + FORM],
    'with 200 fields of 40 KiB': [many(200, (i) => field(`f${i}`, 'x'.repeat(40_000))) + FIELDS + END],
    'with a text instead of its files': [FIELDS + field('files[]', 'modlist.txt') + END],
    'with a file instead of its name': [FIELDS + file('x', 'name') + file() + END],
    'with a file in the field __proto__': [FIELDS + file('x', '__proto__') + file() + END],
    'with a text in the field constructor': [FIELDS + field('constructor', 'x') + file() + END],
    'with a name in JSON': [named('{"a":1}')],
    'with a name in invalid JSON': [named('{"a":')],
    'with a prototype in JSON': [named('{"__proto__":{}}')],
    'with files in JSON': [
      FIELDS + part('name="files"', '[{"name":"a","content":"x"}]', 'Content-Type: application/json') + END,
    ],
    'that ends in a file': [(FIELDS + file('x'.repeat(1000))).slice(0, -500)],
    'that ends in a header': [`${FIELDS}--b\r\nContent-Disp`],
    'without its last boundary': [FORM.slice(0, -END.length)],
    'of text without parts': ['hello'],
    'without a body': [''],
    'of fields without names': [FORM.replaceAll('name="', 'title="')],
    'of line ends only': ['\r\n'.repeat(100_000)],
    'of NUL bytes': ['\0'.repeat(MIB)],
  }

  for (const [what, [body, type]] of Object.entries(refused)) {
    it(`is refused, and nothing is stored: ${what}`, async ({ port, db }) => {
      const answers = [
        await send(port, request(head(type), body)),
        await send(port, lines(...head(type), 'Transfer-Encoding: chunked', '', ''), chunked(body, 50_021)),
      ]
      for (const { status, headers, text } of answers) {
        expect([400, 413, 422, 431]).toContain(status)
        expect(headers['content-type']).toBe('application/json; charset=utf-8')
        expect(JSON.parse(text).message).toMatch(/^.{5,300}$/su)
      }
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
    })
  }

  const accepted: Record<string, string> = {
    'the file first': file() + FIELDS + END,
    'the file between the fields': field('name', 'x') + file() + FIELDS + END,
    'a field sent twice, of which the last counts': field('name', 'first') + FIELDS + file() + END,
    'text before the form': `preamble\r\n${FORM}`,
    'another form after the form': FORM + FORM.replace('Hostile', 'Other'),
    'text in the file that resembles a boundary': FIELDS + file('x--b\n--b\r--b\r\n--a\r\n-- b--\r\n') + END,
  }
  for (const [what, body] of Object.entries(accepted)) {
    it(`is accepted if it has a valid meaning: ${what}`, async ({ port, db }) => {
      expect(await send(port, request(head(), body))).toMatchObject({ status: 201 })
      expect((await db.list.findMany()).map(({ name }) => name)).toEqual(['Hostile'])
    })
  }
})

it('a compressed body is refused with 415 for every content type, and never decompressed', async ({ port, db }) => {
  const bomb = gzipSync(Buffer.alloc(64 * MIB))
  for (const type of ['multipart/form-data; boundary=b', 'application/json', 'application/x-www-form-urlencoded']) {
    for (const encoding of ['gzip', 'GZIP', 'deflate', 'br', 'x-gzip', 'gzip, gzip', 'identity, gzip', 'nonsense']) {
      const { status, text } = await send(port, request(head(type, `Content-Encoding: ${encoding}`), bomb))
      expect({ type, encoding, status }).toEqual({ type, encoding, status: 415 })
      expect(Object.keys(JSON.parse(text))).toEqual(['message'])
    }
  }
  expect(await storedRows(db)).toEqual(NOTHING_STORED)
})

it('a compressed body is read if its Content-Encoding is identity', async ({ port }) => {
  const answer = await send(port, request(head(undefined, 'Content-Encoding: identity'), FORM))
  expect(answer).toMatchObject({ status: 201 })
})

it('a compressed body is refused if its Transfer-Encoding is gzip', async ({ port, db }) => {
  const start = lines(...head(), 'Transfer-Encoding: gzip, chunked', '', '')
  const { status } = await send(port, start, chunked(gzipSync(FORM)))
  expect([400, 422, 501]).toContain(status)
  expect(await storedRows(db)).toEqual(NOTHING_STORED)
})

it('a chunked body without an end is refused and cut off before 100 MiB, and nothing is stored', async ({
  port,
  db,
}) => {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket
    .on('error', () => {})
    .on('data', (text) => {
      answer += text
    })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const start = lines(...head(), 'Transfer-Encoding: chunked', '', '')
  socket.write(start)
  const piece = chunked(FIELDS.repeat(500)).subarray(0, -5)
  let sent = 0
  while (!socket.destroyed && sent < 200 * MIB) {
    sent += piece.length
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
  }
  await closed

  // A client that never stops sending can get a connection reset before it reads the response.
  if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 4(13|22) .*\r\n\r\n\{"message":/s)
  expect(sent).toBeLessThan(100 * MIB)
  expect(await storedRows(db)).toEqual(NOTHING_STORED)
})

it('a chunked body that is cut off is not stored', async ({ port, db }) => {
  const start = Buffer.from(lines(...head(), 'Transfer-Encoding: chunked', '', ''))
  for (const bytes of [chunked(FORM).subarray(0, -5), chunked(FORM).subarray(0, 100), Buffer.from('zz\r\n')]) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.end(Buffer.concat([start, bytes]))
    socket.resume()
    await once(socket, 'close')
  }
  expect(await storedRows(db)).toEqual(NOTHING_STORED)
})

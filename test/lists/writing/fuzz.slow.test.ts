import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { anyCodePoint } from '../../support/any-character.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { FIELD_PARTS, FORM_TYPE, formBody, LIST_FIELD_NAMES, type Part } from '../../support/requests/parts.ts'

/** Random requests either create a whole list or are refused with a 4xx status. */
describe('POST /v1/lists stores a whole list or nothing', () => {
  it('for any values of the text fields', async ({ api, db }) => {
    const value = fc.oneof(
      fc.string({ unit: anyCodePoint, maxLength: 40 }),
      fc.constantFrom('', ' ', '0', '4', '-1', '1e3', '{}', '[]', 'null', '\0', '\ud800', '\u2028', 'http://[', '//'),
    )
    const fields = fc.uniqueArray(fc.tuple(fc.constantFrom(...LIST_FIELD_NAMES, '_method'), value), {
      selector: ([name]) => name,
    })
    await fc.assert(
      fc.asyncProperty(fields, async (some) => {
        const before = await db.list.count()
        const { status, body } = await fillList(api.post('/v1/lists'), Object.fromEntries(some))

        expect([201, 422]).toContain(status)
        expect(await db.list.count()).toBe(status === 201 ? before + 1 : before)
        if (status === 201) await api.get(`/v1/lists/${body.data.slug}`).expect(200)
        else expect(body.message).toBe(Object.values<string[]>(body.errors)[0]?.[0])
      }),
      { numRuns: 60 },
    )
  })

  it('for any form parts and names of parts', async ({ api, db }) => {
    const piece = fc.constantFrom(
      '"',
      "'",
      '=',
      ';',
      '\\',
      '/',
      '..',
      ' ',
      '%00',
      '%',
      '\r',
      '\n',
      '\0',
      'é',
      '漢',
      'name',
    )
    const noise = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
    const disposition = fc.oneof(
      noise.map((name) => `name="files[]"; filename="${name}.txt"`),
      noise.map((name) => `name="files[]"; filename=${name}`),
      noise.map((name) => `name="files[]"; filename*=utf-8''${name}`),
      noise.map((name) => `name="files[${name}]"; filename="a.txt"`),
      noise.map((name) => `name="${name}"`),
      fc.constantFrom('name="__proto__"', 'name="constructor"; filename="a"', 'filename="a.txt"', ''),
      noise,
    )
    const part = fc.tuple(disposition, fc.string({ unit: fc.constantFrom(...'a\r\n-"\0') }))
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts: Part[]) => {
        const before = await db.list.count()
        const request = api.post('/v1/lists').set('Content-Type', FORM_TYPE)
        const { status, body } = await request.send(formBody([...FIELD_PARTS, ...parts]))

        expect([201, 400, 422]).toContain(status)
        expect(await db.list.count()).toBe(status === 201 ? before + 1 : before)
        if (status !== 201) expect(body.message).toMatch(/./)
      }),
      { numRuns: 100 },
    )
  })
})

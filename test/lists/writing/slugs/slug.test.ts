import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberedSlug, slugBase } from '../../../../src/lists/slug.ts'

const names = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((codes) => String.fromCodePoint(...codes)),
  fc.string({ unit: 'grapheme', maxLength: 255 }),
  fc.string({ unit: fc.constantFrom(...'aZ0 -_.&ßÆ漢😀'), maxLength: 255 }),
)

describe('slugBase', () => {
  it.each([
    ['My List', 'my-list'],
    ['My List 2', 'my-list-2'],
    ['  Wild -- Lands!  ', 'wild-lands'],
    ['Größe & Ärger', 'grosse-and-arger'],
    ['Æther Øre Łódź', 'aether-ore-lodz'],
    ['Café', 'cafe'],
    ['Café'.normalize('NFD'), 'cafe'],
    ['Скайрим', 'skajrim'],
    ['a_b.c/d\\e', 'abcde'],
    ['---', 'list'],
    ['漢字', 'list'],
    ['😀', 'list'],
    ['!?', 'list'],
    ['x'.repeat(255), 'x'.repeat(100)],
    [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
  ])('turns %j into %s', (name, slug) => {
    expect(slugBase(name)).toBe(slug)
  })

  it('returns a valid slug of at most 100 characters for any name, and returns slugs unchanged', () => {
    fc.assert(
      fc.property(names, (name) => {
        const slug = slugBase(name)
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(slug.length).toBeLessThanOrEqual(100)
        expect(slugBase(slug)).toBe(slug)
      }),
    )
  })
})

describe('numberedSlug', () => {
  it.each([
    ['my-list', 1, 'my-list'],
    ['my-list', 2, 'my-list-2'],
    ['x'.repeat(100), 1, 'x'.repeat(100)],
    ['x'.repeat(100), 2, `${'x'.repeat(98)}-2`],
    [`${'x'.repeat(97)}-yy`, 2, `${'x'.repeat(97)}-2`],
    ['x'.repeat(100), 2 ** 31 - 1, `${'x'.repeat(89)}-2147483647`],
  ])('of %s and %i is %s', (base, number, slug) => {
    expect(numberedSlug(base, number)).toBe(slug)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSlug, numberedSlug, slugBase } from '../../../src/lists/slug.ts'

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
  ])('%j gives %s', (name, slug) => {
    expect(slugBase(name)).toBe(slug)
  })

  it('gives a slug of at most 100 characters for any name, which is its own slug', () => {
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
  it('leaves the first of a base without a suffix', () => {
    expect([1, 2, 3, 10].map((number) => numberedSlug('my-list', number))).toEqual([
      'my-list',
      'my-list-2',
      'my-list-3',
      'my-list-10',
    ])
  })

  it('shortens the base to make room for the suffix, and leaves no double hyphen', () => {
    expect(numberedSlug('x'.repeat(100), 2)).toBe(`${'x'.repeat(98)}-2`)
    expect(numberedSlug(`${'x'.repeat(97)}-yy`, 2)).toBe(`${'x'.repeat(97)}-2`)
  })

  it('gives a slug for any name and number, which ends with the number', () => {
    fc.assert(
      fc.property(names, fc.integer({ min: 2, max: 2 ** 31 - 1 }), (name, number) => {
        const slug = numberedSlug(slugBase(name), number)
        expect(isSlug(slug)).toBe(true)
        expect(slug.endsWith(`-${number}`)).toBe(true)
      }),
    )
  })
})

describe('isSlug', () => {
  it.each(['', '-', 'a-', '-a', 'a--b', 'A', 'a b', 'a_b', 'é', 'a\n', 'a\0', 'x'.repeat(101)])('is not %j', (text) => {
    expect(isSlug(text)).toBe(false)
  })
})

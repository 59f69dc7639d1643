import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { Prisma } from '../../../../src/db/generated/client.ts'
import { isSlug, slugBase } from '../../../../src/lists/slug.ts'
import { numberedSlugSql } from '../../../../src/lists/writing/free-slug-queries.ts'
import { it } from '../../../support/it.ts'
import { numberedSlug } from '../../../support/numbered-slug.ts'

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

describe('numberedSlugSql', () => {
  it('returns a valid slug that ends with the number, for any name and number', async ({ db }) => {
    await fc.assert(
      fc.asyncProperty(names, fc.integer({ min: 2, max: 2 ** 31 - 1 }), async (name, number) => {
        const [{ slug } = { slug: '' }] = await db.$queryRaw<{ slug: string }[]>`
          SELECT ${numberedSlugSql(slugBase(name), Prisma.sql`number`)} AS slug FROM unnest(${[number]}::int[]) AS number`
        expect(isSlug(slug)).toBe(true)
        expect(slug.endsWith(`-${number}`)).toBe(true)
        expect(slug).toBe(numberedSlug(slugBase(name), number))
      }),
    )
  })
})

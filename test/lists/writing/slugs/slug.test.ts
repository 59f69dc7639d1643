import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { Database } from '../../../../src/db/client.ts'
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

/** Returns the slugs that the database computes for a base and numbers. */
async function numbered(db: Database, base: string, numbers: readonly number[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ slug: string }[]>`
    SELECT ${numberedSlugSql(base, Prisma.sql`number`)} AS slug FROM unnest(${numbers}::int[]) AS number`
  return rows.map(({ slug }) => slug)
}

describe('numberedSlugSql', () => {
  it('adds no suffix to number 1', async ({ db }) => {
    expect(await numbered(db, 'my-list', [1, 2, 3, 10])).toEqual(['my-list', 'my-list-2', 'my-list-3', 'my-list-10'])
  })

  it('shortens the base so that the suffix fits, without a double hyphen', async ({ db }) => {
    expect(await numbered(db, 'x'.repeat(100), [1, 2])).toEqual(['x'.repeat(100), `${'x'.repeat(98)}-2`])
    expect(await numbered(db, `${'x'.repeat(97)}-yy`, [2])).toEqual([`${'x'.repeat(97)}-2`])
  })

  it('returns a valid slug that ends with the number, for any name and number', async ({ db }) => {
    await fc.assert(
      fc.asyncProperty(names, fc.integer({ min: 2, max: 2 ** 31 - 1 }), async (name, number) => {
        const [slug = ''] = await numbered(db, slugBase(name), [number])
        expect(isSlug(slug)).toBe(true)
        expect(slug.endsWith(`-${number}`)).toBe(true)
        expect(slug).toBe(numberedSlug(slugBase(name), number))
      }),
    )
  })
})

describe('isSlug', () => {
  it.each(['', '-', 'a-', '-a', 'a--b', 'A', 'a b', 'a_b', 'é', 'a\n', 'a\0', 'x'.repeat(101)])(
    'returns false for %j',
    (text) => {
      expect(isSlug(text)).toBe(false)
    },
  )
})

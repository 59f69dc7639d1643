import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { emptyDatabase } from '../support/database/own.ts'
import { query } from '../support/database/query.ts'
import { scriptOf } from '../support/database/schema-script.ts'
import { it } from '../support/it.ts'

const schema = readFileSync(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8')
let shape: Promise<string[]> | undefined
const own = () => (shape ??= shapeOfSchema(schema))

/**
 * Returns every column, index and constraint of a database, one line each. Leaves out the table of migrations, and
 * partial and expression indexes, which schema.prisma cannot describe and the tests below compare.
 */
async function shapeOf(url: string): Promise<string[]> {
  const lines = await query(
    url,
    `WITH tables AS (
       SELECT oid, relname FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
     )
     SELECT format('%s.%s %s%s %s', relname, attname, format_type(atttypid, atttypmod),
       CASE WHEN attnotnull THEN ' NOT NULL' END, pg_get_expr(adbin, adrelid)) AS line
     FROM tables JOIN pg_attribute ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
     LEFT JOIN pg_attrdef ON adrelid = tables.oid AND adnum = attnum
     UNION ALL SELECT pg_get_indexdef(indexrelid) FROM tables JOIN pg_index ON indrelid = tables.oid
       AND indpred IS NULL AND indexprs IS NULL
     UNION ALL SELECT format('%s %s %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
     FROM tables JOIN pg_constraint ON conrelid = tables.oid
     ORDER BY line`,
  )
  return lines.map(({ line }) => String(line).trim())
}

/** Returns the columns, indexes and constraints of a database that Prisma creates from this schema. */
async function shapeOfSchema(text: string): Promise<string[]> {
  const url = await emptyDatabase()
  await query(url, await scriptOf(text, url))
  return shapeOf(url)
}

describe('prisma/schema.prisma', () => {
  it('has the tables, columns, indexes and constraints that the migrations create, under the same names', async ({
    url,
  }) => {
    const migrated = await shapeOf(url)

    expect(migrated.length).toBeGreaterThan(60)
    expect(migrated).toEqual(await own())
  })

  it.each([
    ['a column of another type', 'revisionNumber Int  ', 'revisionNumber BigInt  '],
    ['a column that may be null', 'name           String\n', 'name           String?\n'],
    ['a missing index', '@@index([expiresAt])', ''],
    ['another action on delete', 'onDelete: Cascade', 'onDelete: Restrict'],
  ])('is compared so that %s is noticed', async (_, before, after) => {
    const changed = schema.replace(before, after)

    expect(changed).not.toBe(schema)
    expect(await shapeOfSchema(changed)).not.toEqual(await own())
  })
})

describe('the migrations alone', () => {
  it('define the indexes of public lists, each with all columns that a page needs', async ({ url }) => {
    const partial = await query(
      url,
      `SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
       WHERE relnamespace = 'public'::regnamespace AND indpred IS NOT NULL`,
    )
    const page = (name: string, columns: string, condition: string) =>
      ['created', 'updated'].map(
        (moment) =>
          `CREATE INDEX lists_public_${name}${moment}_idx ON public.lists USING btree (${columns}${moment}_at, id)` +
          ` INCLUDE (change_id, expires_at) WHERE (${condition})`,
      )
    const shown = '(NOT private) AND (hidden_at IS NULL)'
    const byAuthor = `${shown} AND (author_id IS NOT NULL)`
    const expected = [
      ...page('', '', shown),
      ...page('game_', 'game_id, ', shown),
      ...page('author_', 'author_id, ', byAuthor),
      ...page('both_', 'author_id, game_id, ', byAuthor),
      'CREATE INDEX lists_public_expires_idx ON public.lists USING btree (expires_at)' +
        ' INCLUDE (game_id, author_id) WHERE ((NOT private) AND (hidden_at IS NULL) AND (expires_at IS NOT NULL))',
    ]
    expect(partial.map(({ definition }) => definition).sort()).toEqual(expected.sort())
  })

  it('define a trigger that records each file removed from a list, once per statement and file', async ({ db }) => {
    const moment = new Date('2026-11-20T08:30:00Z')
    const file = { hash: Buffer.alloc(32), name: 'n', cleanName: 'n', bytes: 0, content: Buffer.alloc(0) }
    const { id: fileId } = await db.file.create({ data: { ...file, createdAt: moment } })
    const rest = { name: 'n', slugBase: 'n', private: false, gameId: 1, createdAt: moment, updatedAt: moment }
    for (const slugNumber of [1, 2]) {
      const files = {
        create: [
          { position: 0, fileId },
          { position: 1, fileId },
        ],
      }
      await db.list.create({ data: { ...rest, slug: `n-${slugNumber}`, slugNumber, files } })
    }
    expect(await db.releasedFile.count()).toBe(0)

    await db.list.deleteMany()
    expect((await db.releasedFile.findMany()).map((row) => row.fileId)).toEqual([fileId])
  })
})

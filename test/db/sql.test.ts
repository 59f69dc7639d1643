import { describe, expect } from 'vitest'
import { Prisma } from '../../src/db/generated/client.ts'
import { findHotRows, findRows, statement } from '../../src/db/sql.ts'
import { it } from '../support/it.ts'

describe('the rows of a statement', () => {
  it('have each value under its column name, and values of dotted names in a nested object', async ({ db }) => {
    const parts = () =>
      statement`
        SELECT n AS id, 'Skyrim' AS "game.name", NULL AS author, n * 2 AS "game.id" FROM generate_series(1, ${2}::int) n`
    const rows = [1, 2].map((id) => ({ id, author: null, game: { name: 'Skyrim', id: id * 2 } }))
    expect(await findRows(db, parts())).toEqual(rows)
    for (let time = 1; time <= 2; time++) expect(await findHotRows(db, parts())).toEqual(rows)
  })

  it('are correct for two statements with the same column names in a different order', async ({ db }) => {
    expect(await findHotRows(db, statement`SELECT 1 AS a, 2 AS b`)).toEqual([{ a: 1, b: 2 }])
    expect(await findHotRows(db, statement`SELECT 1 AS b, 2 AS a`)).toEqual([{ b: 1, a: 2 }])
  })

  it('treat a column name with quotes and code only as a name', async ({ db }) => {
    const name = `a\\": values, "'\`\${1}\u2028`
    const rows = await findHotRows(db, statement`SELECT 1 AS ${Prisma.raw(`"${name.replaceAll('"', '""')}"`)}`)
    expect(rows).toEqual([{ [name]: 1 }])
  })
})

describe('the connections of a server', () => {
  it('never compile statements, because that takes longer than most statements', async ({ db }) => {
    expect((await db.pool.query('SHOW jit')).rows).toEqual([{ jit: 'off' }])
  })
})

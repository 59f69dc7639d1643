import { describe, expect } from 'vitest'
import type { Database } from '../../src/db/client.ts'
import type { Prisma } from '../../src/db/generated/client.ts'
import { gamesSql, readCountsByGame } from '../../src/games/queries.ts'
import { countsSql, type ListInRow, rowSql, rowView } from '../../src/lists/collection/queries.ts'
import { updateTotals } from '../../src/lists/expiry/sweep.ts'
import { findPageIds } from '../../src/lists/hot-queries.ts'
import { addCounts, countLists, findPage } from '../../src/lists/queries.ts'
import { listSummary } from '../../src/lists/view.ts'
import { matching, visible } from '../../src/lists/visibility-queries.ts'
import { ascending, LIST_ORDERS, seedLists, seedMixedLists } from '../support/database/rows.ts'
import { it, START } from '../support/it.ts'

const URLS = { api: 'http://catalog.test', website: 'http://catalog.test' }

const MOMENTS = [-3_600_000, 0, 3_600_000].map((offset) => new Date(START.getTime() + offset))

async function nextExpiry(db: Database, now: Date) {
  const where = { private: false, expiresAt: { gt: now }, AND: visible(now) }
  return (await db.list.aggregate({ where, _min: { expiresAt: true } }))._min.expiresAt
}

describe('findPageIds', () => {
  it('finds the same lists, total and next expiry as Prisma', async ({ db, signIn }) => {
    const [ada] = await seedMixedLists(db, signIn)
    const game = 'tesiv OBLIVION'
    const filters = [
      [{}, {}],
      [{ game }, { gameId: 2 }],
      [{ author: 'ADA' }, { authorId: ada }],
      [
        { game, author: 'Ada' },
        { gameId: 2, authorId: ada },
      ],
      [{ game: 'The Witcher: Enhanced Edition' }, { gameId: 31 }],
    ] as const
    for (const [round, now] of MOMENTS.entries()) {
      if (round === 1) await updateTotals({ db })
      const validUntil = await nextExpiry(db, now)
      for (const [names, ids] of filters) {
        const total = await countLists(db, ids, now)
        for (const order of LIST_ORDERS) {
          const all = await findPage(db, ids, order, { skip: 0, take: 1_000 }, now)
          for (const [skip, take] of [
            [0, 10],
            [25, 40],
            [Math.max(0, total - 5), 10],
            [total, 10],
            [2 ** 40, 10],
          ] as const) {
            const expected = all.slice(skip, skip + take)
            expect(await findPageIds(db, names, order, { skip, take }, now)).toMatchObject({
              ids: expected.map(({ id }) => id),
              changeIds: expected.map(({ changeId }) => changeId),
              total,
              validUntil,
            })
          }
        }
      }
    }
  })

  it('reads the counts of the same page if they are asked for, and null for a list that is not read yet', async ({
    db,
  }) => {
    await seedLists(db, [{}, {}, {}])
    const order = { by: 'createdAt', direction: 'desc' } as const
    const page = { skip: 0, take: 2 }
    const read = (beside?: { ofList: Prisma.Sql }) => findPageIds(db, {}, order, page, START, beside)
    const { ids, ofLists } = await read({ ofList: countsSql })
    expect(ofLists).toEqual([null, null])

    const [first = 0, second = 0] = ids
    const numbers = { mods: 3, modsEnabled: 2, plugins: 1, pluginsEnabled: null }
    await db.listMods.deleteMany({ where: { listId: first } })
    await db.listMods.create({ data: { listId: second, gameId: 1, counted: false, ...numbers } })
    expect(await read({ ofList: countsSql })).toMatchObject({ ids, ofLists: [null, numbers] })
    expect((await read()).ofLists).toEqual([])
  })

  it('reads the rows of the same page like Prisma, with the games', async ({ db, signIn }) => {
    const [ada] = await seedMixedLists(db, signIn)
    const read = await db.list.findFirstOrThrow({ where: matching({ authorId: ada }, START) })
    const counts = { mods: 3, modsEnabled: 2, plugins: 1, pluginsEnabled: null }
    await db.listMods.deleteMany({ where: { listId: read.id } })
    await db.listMods.create({ data: { listId: read.id, gameId: 1, counted: false, ...counts } })
    for (const order of LIST_ORDERS) {
      const rows = await findPage(db, {}, order, { skip: 0, take: 1_000 }, START)
      const beside = { ofList: rowSql, ofPage: gamesSql(START) }
      const found = await findPageIds<ListInRow>(db, {}, order, { skip: 0, take: 1_000 }, START, beside)
      await addCounts(db, rows)
      const twins = rows.map((row) => {
        const {
          slug,
          name,
          version,
          private: isPrivate,
          expires,
          updated,
          author,
          game,
          counts,
        } = listSummary(row, URLS)
        const numbers = { mods: counts?.mods, plugins: counts?.plugins }
        return {
          slug,
          name,
          version,
          private: isPrivate,
          expires,
          updated,
          author,
          game: { name: game.name },
          counts: numbers,
        }
      })
      expect(found.ofLists.map(rowView)).toEqual(twins)
      expect(found.ofPage).toEqual((await readCountsByGame(db, START)).games)
      expect(twins.some(({ author }) => author !== null)).toBe(true)
      expect(twins.some(({ author }) => author === null)).toBe(true)
      expect(twins.some(({ expires }) => expires !== null)).toBe(true)
      expect(twins.filter(({ counts }) => counts.mods === 3)).toHaveLength(1)
    }
  })

  it('reads lists in the order of an index, for every filter and order', async ({ db, signIn }) => {
    await signIn('Ada')
    const author = await db.user.findFirstOrThrow()
    await seedLists(db, [...ascending(2_000), ...ascending(2_000, { gameId: 2, authorId: author.id })])
    await db.$executeRaw`VACUUM ANALYZE lists`
    for (const names of [
      {},
      { game: 'TESIV Oblivion' },
      { author: 'Ada' },
      { game: 'TESIV Oblivion', author: 'Ada' },
    ]) {
      for (const order of LIST_ORDERS) {
        const beside = { ofList: rowSql }
        const plans = await plansOf(db, (statements) =>
          findPageIds(statements, names, order, { skip: 30, take: 30 }, START, beside),
        )
        expect(plans.filter((line) => /Sort|Seq Scan on lists/.test(line))).toEqual([])
        const conditions = plans.filter((line) => /Index Cond/.test(line)).join()
        for (const column of Object.keys(names)) expect(conditions).toMatch(`(${column}_id = (InitPlan`)
      }
    }
  })
})

/** Returns the plan lines of all statements that `work` sends, planned as prepared statements. */
async function plansOf(db: Database, work: (db: Database) => Promise<unknown>) {
  const lines: string[] = []
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const client = await db.pool.connect()
    try {
      await client.query(`PREPARE explained AS ${text}`)
      const literals = values.map((value) => client.escapeLiteral(String(value))).join(', ')
      const { rows } = await client.query(`EXPLAIN EXECUTE explained(${literals})`)
      lines.push(...rows.map((row) => row['QUERY PLAN']))
      await client.query('DEALLOCATE explained')
      return await client.query({ text, values, rowMode: 'array' })
    } finally {
      client.release()
    }
  }
  await work(Object.create(db, { pool: { value: Object.create(db.pool, { query: { value: query } }) } }))
  return lines
}

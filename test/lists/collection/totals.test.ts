import pg from 'pg'
import { describe, expect, onTestFinished } from 'vitest'
import { updateTotals } from '../../../src/lists/expiry/sweep.ts'
import { sweep } from '../../../src/startup/sweep.ts'
import { it } from '../../support/it.ts'

const WRITERS = 8
const STEPS = 60

describe('totals and counts', () => {
  it('are exact after eight writers created, updated, deleted and swept lists at once', async ({
    catalog,
    url,
    clock,
    db,
    api,
    signIn,
  }) => {
    await signIn('ann')
    await signIn('bob')
    const authors = (await db.user.findMany()).map(({ id }) => id)
    const now = catalog.clock().getTime()

    async function write(writer: number) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      onTestFinished(() => client.end())
      let seed = writer + 1
      const random = () => {
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
        return seed / 2 ** 32
      }
      for (let step = 0; step < STEPS; step++) {
        if (writer === 0 && step % Math.ceil(STEPS / 10) === 0) clock.advance(1000) // some lists expire
        const isUndone = random() < 0.2
        await client.query('BEGIN')
        const kind = random()
        if (kind < 0.6) {
          const slug = `w${writer}-${step}`
          const author = random() < 0.5 ? null : authors[Math.floor(random() * authors.length)]
          const created = new Date(now - Math.floor(random() * 5) * 86_400_000)
          const expires = random() < 0.4 ? new Date(now + Math.floor(random() * 10) * 1000) : null
          await client.query(
            `INSERT INTO lists (slug, slug_base, slug_number, name, private, created_at, updated_at, expires_at, game_id, author_id)
             VALUES ($1, $1, 1, $1, $2, $3, $3, $4, $5, $6)`,
            [slug, random() < 0.2, created, expires, 1 + Math.floor(random() * 3), author],
          )
        } else if (kind < 0.8) {
          await client.query(
            'UPDATE lists SET private = NOT private, game_id = 1 + game_id % 3, updated_at = $2 WHERE slug = $1',
            [`w${writer}-${Math.floor(random() * step)}`, new Date(now)],
          )
        } else if (kind < 0.95) {
          await client.query('DELETE FROM lists WHERE slug = $1', [`w${writer}-${Math.floor(random() * step)}`])
        }
        await client.query(isUndone ? 'ROLLBACK' : 'COMMIT')
        if (kind >= 0.95) await updateTotals({ db })
        if (kind >= 0.99) await sweep(catalog)
      }
    }

    async function expectExact() {
      const current = { OR: [{ expiresAt: null }, { expiresAt: { gt: catalog.clock() } }], private: false }
      const { body } = await api.get('/v1/games')
      for (const { id, lists_count: count } of body.data.slice(0, 31)) {
        expect({ id, count }).toEqual({ id, count: await db.list.count({ where: { ...current, gameId: id } }) })
      }
      const byFilter = [
        ['', {}],
        ['&filter[author]=ann', { authorId: authors[0] ?? 0 }],
        ['&filter[game]=TESIV Oblivion', { gameId: 2 }],
        ['&filter[author]=bob&filter[game]=TESIII Morrowind', { authorId: authors[1] ?? 0, gameId: 1 }],
      ] as const
      for (const [filter, where] of byFilter) {
        const { body } = await api.get(`/v1/lists?page[size]=1${filter}`)
        expect({ filter, total: body.meta.total }).toEqual({
          filter,
          total: await db.list.count({ where: { ...current, ...where } }),
        })
      }
    }

    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))

    await expectExact()
    await updateTotals({ db })
    await expectExact()
    await sweep(catalog)
    await expectExact()
  })
})

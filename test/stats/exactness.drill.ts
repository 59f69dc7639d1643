import { describe, expect } from 'vitest'
import { foldCounts, sweep } from '../../src/lists/expiry/sweep.ts'
import { countedRows } from '../support/database/statistics.ts'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'

const WRITERS = 4
const STEPS = 25
const ROUNDS = 3
const CONTENTS = ['', 'a', 'two lines\r\nof it\r\n', 'something longer, of which there are several copies\n']

const randomFrom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

describe('the statistics', () => {
  it('are what plain counts give, after creates, updates, deletes, expiries, folds and sweeps in any order', async ({
    api,
    catalog,
    clock,
    db,
    signIn,
  }) => {
    const tokens = [await signIn('Ann'), await signIn('Bob'), await signIn('Eve')]

    async function write(writer: number) {
      const random = randomFrom(writer + 1)
      const pick = <T>(items: readonly [T, ...T[]] | T[]): T => items[Math.floor(random() * items.length)] as T
      const own: [slug: string, token: string][] = []
      const form = () => {
        const files = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, at) => [`f${at}.txt`, pick(CONTENTS)])
        const expires = pick(['3h', '24h', '3d', 'perm'])
        const fields = { game: pick(['1', '2', '31']), private: pick(['0', '0', '1']), expires }
        return [fields, Object.fromEntries(files)] as const
      }
      for (let step = 0; step < STEPS; step++) {
        const kind = random()
        const [slug, owner] = own.length > 0 ? pick(own) : ['none', pick(tokens)]
        if (kind < 0.5) {
          const token = random() < 0.6 ? pick(tokens) : ''
          const request = api.post('/v1/lists').set(token === '' ? {} : { Authorization: token })
          const { body } = await fillList(request, ...form()).expect(201)
          if (token !== '') own.push([body.data.slug, token])
        } else if (kind < 0.75) {
          await fillList(api.put(`/v1/lists/${slug}`).set('Authorization', owner), ...form())
        } else if (kind < 0.88) {
          await api.delete(`/v1/lists/${slug}`).set('Authorization', owner)
        } else if (kind < 0.91) {
          await api.delete(`/v1/lists/${slug}/revisions/1`).set('Authorization', owner)
        } else if (kind < 0.94) {
          await foldCounts({ db })
        } else if (kind < 0.97) {
          clock.advance(3_600_000)
        } else await sweep(catalog)
      }
    }
    const expectExact = async () => {
      expect((await api.get('/v1/stats').expect(200)).body.data).toEqual(await countedRows(db, catalog.clock()))
    }

    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(round * WRITERS + writer)))
      await expectExact()
      clock.advance(12 * 3_600_000)
      await expectExact()
      await foldCounts({ db })
      await expectExact()
    }
    await sweep(catalog)
    await expectExact()
    await db.user.updateMany({ data: { verified: true } })
    await db.$executeRaw`UPDATE lists SET private = NOT private, game_id = 1 + game_id % 3, author_id = NULL WHERE id % 2 = 0`
    await expectExact()
    await db.$executeRaw`UPDATE list_files SET file_id = (SELECT min(id) FROM files) WHERE list_id % 3 = 0`
    await expectExact()
    await db.$executeRaw`DELETE FROM users WHERE name = 'Ann'`
    await expectExact()
    await db.list.deleteMany()
    await expectExact()
    await sweep(catalog)
    await foldCounts({ db })
    await expectExact()
    expect(await db.statistic.count()).toBe(1)
  })
})

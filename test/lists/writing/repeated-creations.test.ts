import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { appWith } from '../../support/requests/admission.ts'
import { bearer } from '../../support/requests/authorization.ts'
import { fillList } from '../../support/requests/forms.ts'

type Api = ReturnType<typeof supertest>

const FILES = { 'a.txt': '12345678' }

/** Sends a list with an Idempotency-Key. */
const create = (api: Api, key: string, who: Record<string, string> = {}, files: Record<string, string> = FILES) =>
  fillList(api.post('/v1/lists').set('Idempotency-Key', key).set(who), {}, files)

/** Runs eight requests at once. Returns their responses. Those that a slow machine refuses with 503 are sent again. */
const eightAtOnce = (send: (at: number) => supertest.Test) =>
  Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      for (;;) {
        const answer = await send(at)
        if (answer.status !== 503) return answer
      }
    }),
  )

/** Sends the same list eight times at once, to these servers in turn. Returns the distinct statuses, slugs and owner keys. */
async function createAtOnce(apis: readonly Api[], key: string, who: Record<string, string> = {}) {
  const answers = await eightAtOnce((at) => create(apis[at % apis.length] as Api, key, who))
  const distinct = (values: unknown[]) => [...new Set(values)]
  return {
    statuses: distinct(answers.map(({ status }) => status)),
    slugs: distinct(answers.map(({ body }) => body.data?.slug)),
    ownerKeys: distinct(answers.map(({ headers }) => headers['owner-key'])),
  }
}

describe('a list that is sent eight times at once with the same Idempotency-Key', () => {
  it('is created and counted once, although it reaches the daily number of lists', async ({ catalog, db }) => {
    const api = await appWith(catalog, { anonymousDailyLists: 2 })
    for (const [key, slug] of [
      ['first', 'my-list'],
      ['second', 'my-list-2'],
    ] as const) {
      expect(await createAtOnce([api], key)).toEqual({
        statuses: [201],
        slugs: [slug],
        ownerKeys: [expect.stringMatching(/^mlk_/)],
      })
    }
    expect([await db.list.count(), await db.idempotencyKey.count()]).toEqual([2, 2])
    const before = await storedRows(db)
    await create(api, 'third').expect(429)
    expect((await create(api, 'first').expect(201)).body.data.slug).toBe('my-list')
    expect(await storedRows(db)).toEqual(before)
  })

  it('is created and counted once, although it reaches the daily bytes of an address or an account', async ({
    catalog,
    clock,
    db,
    signIn,
  }) => {
    const ada = bearer(await signIn('Ada'))
    clock.advance(24 * 3_600_000) // an account of that age has its own limit
    const api = await appWith(catalog, { anonymousDailyBytes: 8, dailyBytes: 3 })
    expect(await createAtOnce([api], 'one')).toMatchObject({ statuses: [201], slugs: ['my-list'] })
    await create(api, 'two', {}, { 'b.txt': '1' }).expect(429)
    const small = { 'c.txt': '123' }
    const answers = await eightAtOnce(() => create(api, 'one', ada, small))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.slug}`))).toEqual(
      new Set(['201 my-list-2']),
    )
    await create(api, 'two', ada, { 'b.txt': '1' }).expect(429)
    expect([await db.list.count(), await db.file.count(), await db.idempotencyKey.count()]).toEqual([2, 2, 2])
  })

  it('is created once by two servers, although each of them has reached the daily number of lists', async ({
    catalog,
    db,
  }) => {
    const servers = [
      await appWith(catalog, { anonymousDailyLists: 1 }),
      await appWith(catalog, { anonymousDailyLists: 1 }),
    ]
    expect(await createAtOnce(servers, 'one')).toMatchObject({ statuses: [201], slugs: ['my-list'] })
    expect([await db.list.count(), await db.idempotencyKey.count()]).toEqual([1, 1])
  })

  it('is refused each time and stores nothing, and is created and counted once when it is sent again', async ({
    catalog,
    clock,
    db,
  }) => {
    let stored = 100
    const api = await appWith(catalog, { anonymousDailyLists: 1, storageLimitBytes: 100 }, () => stored)
    const full = await Promise.all(Array.from({ length: 8 }, () => create(api, 'one')))
    expect(new Set(full.map(({ status }) => status))).toEqual(new Set([503]))
    const wrong = await eightAtOnce(() =>
      fillList(api.post('/v1/lists').set('Idempotency-Key', 'one'), { game: '999' }, FILES),
    )
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([422]))
    expect(await storedRows(db)).toEqual(NOTHING_STORED)

    stored = 0
    clock.advance(5_000)
    expect(await createAtOnce([api], 'one')).toMatchObject({ statuses: [201], slugs: ['my-list'] })
    expect([await db.list.count(), await db.idempotencyKey.count()]).toEqual([1, 1])
    await create(api, 'two').expect(429)
  })
})

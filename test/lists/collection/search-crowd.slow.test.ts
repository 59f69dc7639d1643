import pg from 'pg'
import { describe, expect, onTestFinished } from 'vitest'
import { ascending, seedLists } from '../../support/database/rows.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { serve } from '../../support/requests/wire.ts'

/** Number of searches that run at once, and number that wait. */
const [PERMITS, WAITING] = [2, 64]
const SEARCHES = 100

/** Blocks all searches by a lock on the search index, until the returned function is called. */
async function holdSearches(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('BEGIN; LOCK TABLE list_search')
  return async () => void (await client.query('ROLLBACK'))
}

describe('searches over the limit', () => {
  it('are refused at once with 503, while all other requests are served', async ({ api, db, url }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    const release = await holdSearches(url)
    const paths = ['/v1/lists?query=my', '/v1/lists?filter[search]=list&page[size]=all', '/v1/lists?query=list&page=2']
    const searches = Array.from({ length: SEARCHES }, (_, index) =>
      api.get(paths[index % paths.length] ?? '').then((it) => it),
    )
    await expect.poll(() => db.searches.counts()).toEqual({ running: PERMITS, waiting: WAITING })

    for (const path of ['/readyz', '/healthz', '/v1/lists', '/v1/lists/my-list', '/v1/lists/my-list/files']) {
      await api.get(path).expect(200)
    }
    await release()
    const answers = await Promise.all(searches)
    // On a slow machine, searches that wait too long are refused as well.
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThanOrEqual(SEARCHES - PERMITS - WAITING)
    for (const { status, headers } of refused) {
      expect({ status, wait: headers['retry-after'] }).toEqual({ status: 503, wait: expect.stringMatching(/^\d+$/) })
    }
    expect(refused[0]?.body).toEqual({ message: 'The server is busy with other searches. Try again in a moment.' })
    await expect.poll(() => db.searches.counts()).toEqual({ running: 0, waiting: 0 })
    await api.get('/v1/lists?query=list').expect(200)
  })

  it('leave the queue when their client disconnects', async ({ catalog, db, url }) => {
    const release = await holdSearches(url)
    const port = await serve(catalog)
    const gone = new AbortController()
    const search = (signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}/v1/lists?query=my`, signal ? { signal } : {}).then(
        ({ status }) => status,
        () => 'gone',
      )
    const served = [search(), search()]
    await expect.poll(() => db.searches.counts().running).toBe(PERMITS)
    const impatient = [1, 2, 3].map(() => search(gone.signal))
    await expect.poll(() => db.searches.counts().waiting).toBe(3)
    gone.abort()
    expect(await Promise.all(impatient)).toEqual(['gone', 'gone', 'gone'])
    await expect.poll(() => db.searches.counts().waiting).toBe(0)
    await release()
    await Promise.all(served)
    expect(db.searches.counts()).toEqual({ running: 0, waiting: 0 })
  })
})

describe('pages far from the first one', () => {
  it('wait in the queue of the searches, while other pages are served', async ({ api, db }) => {
    await seedLists(db, ascending(10))
    const releases = await Promise.all(Array.from({ length: PERMITS }, () => db.searches.acquire()))
    const far = api.get('/v1/lists?page[size]=900&page[number]=13').then((it) => it)
    await expect.poll(() => db.searches.counts().waiting).toBe(1)
    const near = await api.get('/v1/lists?page[size]=900').expect(200)
    expect(near.body.meta.total).toBe(10)

    for (const release of releases) release()
    const { status, body } = await far
    expect({ status, data: body.data, total: body.meta.total }).toEqual({ status: 200, data: [], total: 10 })
    expect(db.searches.counts()).toEqual({ running: 0, waiting: 0 })
  })
})

import supertest from 'supertest'
import { describe, expect, onTestFinished } from 'vitest'
import { type AppOptions, buildApp } from '../../../src/app.ts'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { loadConfig } from '../../../src/config.ts'
import { createAdmission } from '../../../src/lists/writing/admission.ts'
import { storedRows } from '../../support/database/stored.ts'
import { it, options } from '../../support/it.ts'
import { BUFFOUT, CRASH_LOGGER } from '../../support/profiles/logs.ts'
import { fillList } from '../../support/requests/forms.ts'

type Api = ReturnType<typeof supertest>

/** Starts another server on the same database, with other options. */
async function serverWith(catalog: CompareContext, varied: Partial<AppOptions>): Promise<Api> {
  const app = await buildApp(catalog, { ...options, ...varied })
  onTestFinished(() => app.close())
  await app.ready()
  return supertest(app.server)
}

const analyse = (api: Api, text = CRASH_LOGGER) =>
  api.post('/v1/analyse').attach('files[]', Buffer.from(text), 'crash.log')

const upload = (api: Api, name: string) => fillList(api.post('/v1/lists'), { name }, { 'crash.log': CRASH_LOGGER })

describe('POST /v1/analyse', () => {
  it('counts as a write for WRITE_RATE_LIMIT, and not as a read', async ({ catalog, db }) => {
    const writes = await serverWith(catalog, { trustProxy: 1, rateLimits: { read: 1, write: 3 } })
    for (const left of ['2', '1']) await analyse(writes).expect(200).expect('X-RateLimit-Remaining', left)
    await upload(writes, 'One').expect(201)
    const { body, headers } = await analyse(writes).expect(429)
    expect(body).toEqual({ message: expect.stringMatching(/./) })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    await upload(writes, 'Two').expect(429)
    expect((await db.list.findMany()).map(({ slug }) => slug)).toEqual(['one'])
    await writes.get('/v1/games').expect(200)
  })

  it('works while the disk is full, where uploads are refused', async ({ catalog, db }) => {
    const before = await storedRows(db)
    const full = await serverWith(catalog, { diskProblem: async () => 'full' })
    await upload(full, 'One').expect(503)
    expect((await analyse(full).expect(200)).body.data.log.at).toEqual({ module: 'skee64.dll', offset: '1DAE5' })
    expect(await storedRows(db)).toEqual(before)
  })

  it('works while ANONYMOUS_UPLOADS is off, where uploads are refused', async ({ catalog, db }) => {
    const before = await storedRows(db)
    const admission = createAdmission(loadConfig({ ANONYMOUS_UPLOADS: 'off' }).admission, async () => 0)
    const closed = await serverWith({ ...catalog, admission } as never, {})
    await upload(closed, 'One').expect(401)
    expect((await analyse(closed).expect(200)).body.data.plugins).toHaveLength(5)
    expect(await storedRows(db)).toEqual(before)
  })

  it('keeps nothing between requests, and never answers one with the files of another', async ({ api, db }) => {
    const before = await storedRows(db)
    const formats = async (text: string) => {
      const { body, headers } = await analyse(api, text).expect(200)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers).not.toHaveProperty('etag')
      return body.data.log.format
    }
    const texts = [CRASH_LOGGER, BUFFOUT, CRASH_LOGGER, BUFFOUT]
    const expected = ['Crash Logger SSE', 'Buffout 4', 'Crash Logger SSE', 'Buffout 4']
    expect(await Promise.all(texts.map(formats))).toEqual(expected)
    expect(await storedRows(db)).toEqual(before)
  })
})

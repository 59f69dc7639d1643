import supertest from 'supertest'
import { describe, expect } from 'vitest'
import type { CompareContext } from '../../../../src/compare/differ.ts'
import { buildTestApp } from '../../../support/app.ts'
import { NOTHING_STORED, storedRows } from '../../../support/database/stored.ts'
import { it, options } from '../../../support/it.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { expectDescribed } from '../../../support/requests/openapi/conformance.ts'

/** Calls `use` with a server that has other upload limits. */
async function withLimits(
  catalog: CompareContext,
  upload: Partial<typeof options.upload>,
  use: (api: ReturnType<typeof supertest>) => Promise<void>,
) {
  const app = await buildTestApp(catalog, { ...options, upload: { ...options.upload, ...upload } })
  await app.ready()
  await use(supertest(app.server)).finally(() => app.close())
  expectDescribed(app)
}

describe('the upload limits', () => {
  it('include MAX_FILES, the number of files of a list', async ({ catalog, db }) => {
    await withLimits(catalog, { maxFiles: 2 }, async (api) => {
      await fillList(api.post('/v1/lists'), {}, { a: 'a', b: 'b', c: 'c' }).expect(422)
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
      await fillList(api.post('/v1/lists'), {}, { a: 'a', b: 'b' }).expect(201)
    })
  })

  it('include MAX_FILE_BYTES, the size of a file', async ({ catalog, db }) => {
    await withLimits(catalog, { maxFileBytes: 10 }, async (api) => {
      await fillList(api.post('/v1/lists'), {}, { a: 'x'.repeat(11) }).expect(422)
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
      await fillList(api.post('/v1/lists'), {}, { a: 'x'.repeat(10) }).expect(201)
    })
  })

  it('include MAX_BODY_BYTES, the size of a request', async ({ catalog, db }) => {
    await withLimits(catalog, { maxBodyBytes: 2_000 }, async (api) => {
      await fillList(api.post('/v1/lists'), {}, { a: 'x'.repeat(2_000) }).expect(413)
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
      await fillList(api.post('/v1/lists'), {}, { a: 'x'.repeat(1_000) }).expect(201)
    })
  })
})

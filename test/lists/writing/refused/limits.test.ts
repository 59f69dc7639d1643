import supertest from 'supertest'
import { expect, onTestFinished } from 'vitest'
import { buildApp } from '../../../../src/app.ts'
import { NOTHING_STORED, storedRows } from '../../../support/database/stored.ts'
import { it, options } from '../../../support/it.ts'
import { fillList } from '../../../support/requests/forms.ts'

it.for([
  ['MAX_FILES, the number of files of a list', { maxFiles: 2 }, { a: 'a', b: 'b' }, { a: 'a', b: 'b', c: 'c' }, 422],
  ['MAX_FILE_BYTES, the size of a file', { maxFileBytes: 10 }, { a: 'x'.repeat(10) }, { a: 'x'.repeat(11) }, 422],
  [
    'MAX_BODY_BYTES, the size of a form',
    { maxBodyBytes: 2_000 },
    { a: 'x'.repeat(1_000) },
    { a: 'x'.repeat(2_000) },
    413,
  ],
] as const)('the upload limits include %s', async ([, limits, enough, tooMuch, status], { catalog, db }) => {
  const app = await buildApp(catalog, { ...options, upload: { ...options.upload, ...limits } })
  onTestFinished(() => app.close())
  await app.ready()
  const api = supertest(app.server)

  await fillList(api.post('/v1/lists'), {}, tooMuch).expect(status)
  expect(await storedRows(db)).toEqual(NOTHING_STORED)
  await fillList(api.post('/v1/lists'), {}, enough).expect(201)
})

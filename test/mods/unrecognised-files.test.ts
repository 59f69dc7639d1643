import { expect } from 'vitest'
import { it } from '../support/indexing.ts'
import { upload } from './support.ts'

it('a file that is not recognised adds no mod and no plugin to the index, and its list has no counts', async ({
  api,
  db,
  indexMods,
}) => {
  await upload(api, 'crash', { 'crash.log': 'patch: 18\n+A\n*P.esp\n', 'other.json': '{"mods":[{"name":"B"}]}' })
  await indexMods()
  expect(await db.unindexedList.count()).toBe(0)
  expect(await db.modName.count()).toBe(0)
  const { body } = await api.get('/v1/lists/crash?include=counts').expect(200)
  expect(body.data.counts).toEqual({ mods: null, mods_enabled: null, plugins: null, plugins_enabled: null })
})

import { expect } from 'vitest'
import { indexAll } from '../../src/mods/indexing/service.ts'
import { createFileReader } from '../../src/mods/reading/file-reader-service.ts'
import { it } from '../support/indexing.ts'
import { slugsOf, upload } from './support.ts'

it('a file that ends its reader three times counts as one without mods', async ({ api, catalog, db, readers }) => {
  const breaking: typeof readers.run = (kind, task) =>
    task.names.includes('plugins.txt') ? Promise.reject(new Error('The worker ended.')) : readers.run(kind, task)
  const errors: unknown[] = []
  const reader = createFileReader({ run: breaking }, (error) => errors.push(error))
  await upload(api, 'bad', { 'modlist.txt': '+A\n', 'plugins.txt': '*P.esp\n' })
  await upload(api, 'good', { 'modlist.txt': '+A\n+B\n' })

  for (let times = 0; times < 3; times++) await indexAll(catalog, reader)
  expect(await slugsOf(api, 'filter[mod]=a')).toEqual(['good', 'bad'])
  expect(await slugsOf(api, 'filter[plugin]=p.esp')).toEqual([])
  const { body } = await api.get('/v1/lists/bad?include=counts').expect(200)
  expect(body.data.counts).toEqual({ mods: 1, mods_enabled: 1, plugins: null, plugins_enabled: null })
  expect([await db.unreadFile.count(), await db.unindexedList.count()]).toEqual([0, 0])
  expect(errors).toHaveLength(3)
  expect(reader.figures).toEqual({ read: 2, failed: 3 })
})

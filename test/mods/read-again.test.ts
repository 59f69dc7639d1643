import { expect } from 'vitest'
import { READERS_VERSION } from '../../src/load-order/reading/kinds.ts'
import { createListReader } from '../../src/mods/indexing/list-reader.ts'
import { indexAll } from '../../src/mods/indexing/service.ts'
import { it } from '../support/indexing.ts'
import { upload } from './support.ts'

it('an existing catalog that newer readers read again keeps all lists found and counted meanwhile', async ({
  api,
  db,
  catalog,
  readers,
  indexMods,
}) => {
  for (const name of ['one', 'two', 'three'])
    await upload(api, name, { 'modlist.txt': `+A\n-${name}\n`, 'plugins.txt': `*${name}.esp\n` })
  await indexMods()
  const state = async () => {
    const { body: found } = await api.get('/v1/lists?filter[mod]=A&include=counts').expect(200)
    const { body: mod } = await api.get('/v1/games/4/mods/A').expect(200)
    const { body: plugin } = await api.get('/v1/games/4/plugins/two.esp').expect(200)
    return {
      lists: found.data.map(({ slug, counts }: { slug: string; counts: object }) => ({ slug, counts })),
      mod: [mod.data.lists_count, mod.data.enabled_count],
      plugin: plugin.data.lists_count,
      isComplete: found.meta.index === undefined,
    }
  }
  const counts = { mods: 2, mods_enabled: 1, plugins: 1, plugins_enabled: 1 }
  const before = await state()
  expect(before).toEqual({
    lists: ['three', 'two', 'one'].map((slug) => ({ slug, counts })),
    mod: [3, 3],
    plugin: 1,
    isComplete: true,
  })

  await db.$executeRaw`UPDATE mod_readers SET version = ${READERS_VERSION - 1}`
  const meanwhile: object[] = []
  const reader = createListReader(
    {
      run: async (...task) => {
        meanwhile.push(await state())
        return readers.run(...task)
      },
    },
    () => {},
  )
  await indexAll(catalog, reader)
  expect(meanwhile.length).toBeGreaterThanOrEqual(3)
  for (const one of meanwhile) expect(one).toEqual({ ...before, isComplete: false })
  expect(await state()).toEqual(before)
})

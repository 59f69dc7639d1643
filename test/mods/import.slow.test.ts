import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { describe, expect, onTestFinished } from 'vitest'
import { createListReader } from '../../src/mods/indexing/list-reader.ts'
import { indexAll } from '../../src/mods/indexing/service.ts'
import { printedBy } from '../support/commands/run.ts'
import { openOwnDatabase } from '../support/database/own.ts'
import { it } from '../support/indexing.ts'
import { serve } from '../support/requests/wire.ts'
import { slugsOf, upload } from './support.ts'

describe('an imported catalog', () => {
  it('gets the same index of mods as the exported one', async ({ api, catalog, indexMods, readers, signIn, url }) => {
    const token = await signIn('Ann')
    await upload(api, 'one', { 'modlist.txt': '+SkyUI\n-Campfire\n', 'plugins.txt': '*SkyUI_SE.esp\n' })
    await upload(api, 'two', {
      'modlist.txt': '-skyui\n+Frostfall\n',
      'mods.csv': '#Mod_Name,#Mod_Version\nSkyUI,5.2\n',
    })
    await upload(api, 'private', { 'modlist.txt': '+SkyUI\n' }, { private: '1' }, token)
    await indexMods()
    const folder = await mkdtemp(join(tmpdir(), 'mod-list-catalog-import-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'catalog.backup')
    await printedBy(url, 'export', file)

    const { db, url: empty } = await openOwnDatabase()
    await printedBy(empty, 'import', file)
    const imported = { ...catalog, db }
    const target = supertest(`http://127.0.0.1:${await serve(imported)}`) as unknown as typeof api
    expect(await slugsOf(target, 'filter[mod]=SkyUI')).toEqual([])
    expect(await db.listMods.count()).toBe(0)
    await indexAll(
      imported,
      createListReader(readers, () => {}),
    )

    expect(await slugsOf(target, 'filter[mod]=SkyUI')).toEqual(['two', 'one'])
    for (const path of [
      '/v1/lists?include=counts&filter[mod]=skyui',
      '/v1/games/4/mods',
      '/v1/games/4/mods?filter[kind]=plugin',
      '/v1/games/4/mods/SkyUI',
    ]) {
      const { body } = await target.get(path).expect(200)
      expect(body).toEqual((await api.get(path).expect(200)).body)
      expect(JSON.stringify(body)).toMatch(/skyui/i)
    }
  })
})

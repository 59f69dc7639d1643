import { describe, expect } from 'vitest'
import { lock } from '../../src/db/locks.ts'
import { transactLong } from '../../src/db/transaction.ts'
import { sweepLists } from '../../src/lists/expiry/sweep.ts'
import { indexAll } from '../../src/mods/indexing/service.ts'
import { createFileReader } from '../../src/mods/reading/file-reader-service.ts'
import { sweepNames } from '../../src/mods/sweep/service.ts'
import { sweep } from '../../src/upkeep/sweep.ts'
import { printedBy } from '../support/commands/run.ts'
import { it } from '../support/indexing.ts'
import type { TestFixtures } from '../support/it.ts'
import { bearer } from '../support/requests/authorization.ts'
import { fillList } from '../support/requests/forms.ts'
import { slugsOf, upload } from './support.ts'

const DAY = 24 * 3_600_000

const csv = (name: string, version: string) =>
  `#Mod_Name,#Mod_Nexus_URL,#Mod_Version\n${name},https://example.com/${name},${version}\n`

const namesIn = async (db: TestFixtures['db']) =>
  (await db.modName.findMany({ orderBy: { name: 'asc' } })).map(({ name }) => name)

const valuesIn = async (db: TestFixtures['db']) =>
  (await db.modDetail.findMany({ orderBy: { value: 'asc' } })).map(({ value }) => value)

/** Uploads a list that nobody owns any longer after it, indexes it and deletes it, so that nothing holds its names. */
async function uploadAndDelete(
  { api, indexMods }: Pick<TestFixtures, 'api'> & { indexMods: () => Promise<void> },
  files: Record<string, string>,
) {
  const { body, headers } = await fillList(api.post('/v1/lists'), { name: 'deleted' }, files).expect(201)
  await indexMods()
  await api
    .delete(`/v1/lists/${body.data.slug}`)
    .set(bearer(String(headers['owner-key'])))
    .expect(204)
}

describe('the sweep', () => {
  it('deletes names, spellings, versions and sources that no file and no list holds any longer, and no others', async ({
    api,
    catalog,
    clock,
    db,
    indexMods,
    signIn,
  }) => {
    const token = await signIn('Ann')
    await upload(api, 'kept', { 'modlist.txt': '+Shared\n', 'mods.csv': csv('Shared', '1.0') }, {}, token)
    await upload(api, 'private', { 'modlist.txt': '+Private\n' }, { private: '1' }, token)
    const own = await upload(api, 'own', { 'modlist.txt': '+Past\n', 'mods.csv': csv('Past', '0.9') }, {}, token)
    await indexMods()
    await fillList(api.put(`/v1/lists/${own}`).set(bearer(token)), { name: 'own' }, { 'modlist.txt': '+Now\n' }).expect(
      200,
    )
    await uploadAndDelete(
      { api, indexMods },
      {
        'modlist.txt': '+Gone\n+SHARED\n',
        'mods.csv': csv('Gone', '3.0') + csv('Shared', '2.0').split('\n')[1],
        'plugins.txt': '*Gone.esp\n',
      },
    )
    expect(await namesIn(db)).toEqual(['Gone', 'Gone.esp', 'Now', 'Past', 'Private', 'Shared'])
    expect(await valuesIn(db)).toContain('SHARED')

    await indexMods()
    await sweep(catalog)
    const held = ['Now', 'Past', 'Private', 'Shared']
    expect(await namesIn(db)).toEqual(held)
    const details = ['0.9', '1.0', 'https://example.com/Past', 'https://example.com/Shared']
    expect(await valuesIn(db)).toEqual(details)

    // The past revision can be restored: its names are still found and counted.
    const past = { 'modlist.txt': '+Past\n', 'mods.csv': csv('Past', '0.9') }
    await fillList(api.put(`/v1/lists/${own}`).set(bearer(token)), { name: 'own' }, past).expect(200)
    clock.advance(DAY)
    await indexMods()
    await sweep(catalog)
    expect(await slugsOf(api, 'filter[mod]=Past')).toEqual(['own'])
    const { body } = await api.get('/v1/games/4/mods').expect(200)
    expect(
      body.data.map(({ name, lists_count }: { name: string; lists_count: number }) => [name, lists_count]),
    ).toEqual([
      ['Past', 1],
      ['Shared', 1],
    ])
    const one = await api.get('/v1/games/4/mods/Past').expect(200)
    expect(one.body.data).toMatchObject({ versions: [{ version: '0.9', lists_count: 1 }] })
  })

  it('are deleted at once by the command `sweep`', async ({ api, catalog, db, indexMods, url }) => {
    await sweep(catalog) // so that servers look at the names again in a day
    await uploadAndDelete({ api, indexMods }, { 'modlist.txt': '+Gone\n' })
    await sweep(catalog)
    await indexMods()
    expect(await namesIn(db)).toEqual(['Gone'])
    await printedBy(url, 'sweep')
    expect(await namesIn(db)).toEqual([])
  })

  it('looks for such names once a day, and waits until lists that still count them are indexed', async ({
    api,
    catalog,
    clock,
    db,
    indexMods,
  }) => {
    await sweep(catalog)
    await uploadAndDelete({ api, indexMods }, { 'modlist.txt': '+Gone\n' })
    clock.advance(DAY - 1)
    await sweep(catalog) // deletes the file and its reading
    expect(await namesIn(db)).toEqual(['Gone'])
    clock.advance(1)
    await sweep(catalog)
    expect(await namesIn(db)).toEqual(['Gone']) // the deleted list is still counted
    expect(await db.modCount.count()).toBe(1)

    await indexMods()
    expect(await db.modCount.count()).toBe(0)
    clock.advance(DAY)
    await sweep(catalog)
    expect(await namesIn(db)).toEqual([])
  })
})

describe('a name that is swept while a file with it is read', () => {
  const waitingLocks = async (db: TestFixtures['db']) =>
    (
      await db.$queryRaw<unknown[]>`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    ).length

  it('stays if the file was first', async ({ api, catalog, db, indexMods, readers }) => {
    await uploadAndDelete({ api, indexMods }, { 'modlist.txt': '+Gone\n' })
    await indexMods()
    await sweepLists(catalog) // deletes the file and its reading
    const [old] = await db.modName.findMany()
    expect(old).toMatchObject({ name: 'Gone' })
    await upload(api, 'new', { 'modlist.txt': '-Gone\n+New\n' })

    // The words of New are asked for after the id of Gone was found. The sweep begins at this moment.
    const reader = createFileReader(readers, () => {})
    let sweeping = Promise.resolve(-1)
    const slow: typeof reader = {
      ...reader,
      async searchWords(names) {
        sweeping = sweepNames(catalog)
        await expect.poll(() => waitingLocks(db)).toBe(1)
        return reader.searchWords(names)
      },
    }
    await indexAll(catalog, slow)
    expect(await sweeping).toBe(0)
    await indexMods()

    expect(await db.modName.findMany({ where: { name: 'Gone' } })).toEqual([old])
    expect(await slugsOf(api, 'filter[mod]=Gone')).toEqual(['new'])
    const { body } = await api.get('/v1/games/4/mods/Gone').expect(200)
    expect(body.data).toMatchObject({ lists_count: 1, enabled_count: 0 })
  })

  it('is stored again if the sweep was first; the file waits until then', async ({ api, catalog, db, indexMods }) => {
    await uploadAndDelete({ api, indexMods }, { 'modlist.txt': '+Gone\n' })
    await indexMods()
    await sweepLists(catalog)
    await upload(api, 'new', { 'modlist.txt': '-Gone\n+New\n' })
    await transactLong(db, async (transaction) => {
      await lock(transaction, 'modNames')
      await indexMods()
      expect(await db.fileReading.count()).toBe(0)
      expect(await db.listMods.count()).toBe(0)
      await transaction.modName.deleteMany()
    })
    await indexMods()

    expect(await slugsOf(api, 'filter[mod]=Gone')).toEqual(['new'])
    expect(await namesIn(db)).toEqual(['Gone', 'New'])
    expect(await db.modCount.count()).toBe(2)
  })
})

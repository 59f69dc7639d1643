import { describe, expect } from 'vitest'
import { lock, transactLong } from '../../src/db/transaction.ts'
import { createListReader } from '../../src/mods/indexing/list-reader.ts'
import { indexAll, sweepNames } from '../../src/mods/indexing/service.ts'
import { sweep } from '../../src/startup/sweep.ts'
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
  it('deletes names, spellings, versions and sources that no list holds any longer, and no others', async ({
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
    const held = ['Now', 'Private', 'Shared']
    expect(await namesIn(db)).toEqual(held)
    const details = ['1.0', 'https://example.com/Shared']
    expect(await valuesIn(db)).toEqual(details)

    // The past revision can be restored: its names are found and counted again.
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
})

describe('a name that is swept while a list with it is read', () => {
  it('is stored again if it is deleted after the list was read', async ({ api, catalog, db, indexMods, readers }) => {
    await uploadAndDelete({ api, indexMods }, { 'modlist.txt': '+Gone\n' })
    await indexMods()
    await upload(api, 'new', { 'modlist.txt': '-Gone\n+New\n' })

    // The words of New are asked for after Gone was found. The sweep deletes it at this moment.
    const reader = createListReader(readers, () => {})
    const late: typeof reader = {
      ...reader,
      async searchWords(names) {
        if (!names.includes('Gone')) expect(await sweepNames(catalog)).toBe(1)
        return reader.searchWords(names)
      },
    }
    await indexAll(catalog, late)
    expect(await namesIn(db)).toEqual(['Gone', 'New'])
    expect(await slugsOf(api, 'filter[mod]=Gone')).toEqual(['new'])
    const { body } = await api.get('/v1/games/4/mods/Gone').expect(200)
    expect(body.data).toMatchObject({ lists_count: 1, enabled_count: 0 })
  })

  it('is stored again if the sweep was first; the list waits until then', async ({ api, db, indexMods }) => {
    await uploadAndDelete({ api, indexMods }, { 'modlist.txt': '+Gone\n' })
    await indexMods()
    await upload(api, 'new', { 'modlist.txt': '-Gone\n+New\n' })
    let indexing = Promise.resolve()
    await transactLong(db, async (transaction) => {
      await lock(transaction, 'modIndex')
      indexing = indexMods()
      const waiting = () => db.$queryRaw<unknown[]>`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      await expect.poll(waiting).toHaveLength(1)
      await transaction.modName.deleteMany()
    })
    await indexing
    await indexMods()

    expect(await slugsOf(api, 'filter[mod]=Gone')).toEqual(['new'])
    expect(await namesIn(db)).toEqual(['Gone', 'New'])
    expect(await db.modCount.count()).toBe(2)
  })
})

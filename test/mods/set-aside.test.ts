import { describe, expect } from 'vitest'
import type { Database } from '../../src/db/client.ts'
import { lock } from '../../src/db/transaction.ts'
import type { IndexKinds } from '../../src/mods/indexing/kinds.ts'
import { createListReader } from '../../src/mods/indexing/list-reader.ts'
import { indexAll } from '../../src/mods/indexing/service.ts'
import { TaskTimeout, type WorkerPool } from '../../src/workers/pool.ts'
import { connected, TIMEOUTS } from '../support/database/own.ts'
import { it } from '../support/indexing.ts'
import { bearer } from '../support/requests/authorization.ts'
import { fillList } from '../support/requests/forms.ts'
import { slugsOf, upload } from './support.ts'

type Run = WorkerPool<IndexKinds>['run']

/** Returns a reader whose tasks fail if their names include `bad`, with what it was asked for and what it has set aside. */
function breakingReader(readers: { run: Run }, bad: string, error: Error = new TaskTimeout('too slow')) {
  const asked: string[] = []
  const aside: number[] = []
  const run: Run = (kind, task) => {
    asked.push(task.names.join())
    return task.names.includes(bad) ? Promise.reject(error) : readers.run(kind, task)
  }
  return { reader: createListReader({ run }, (listId) => aside.push(listId)), asked, aside }
}

const attemptsIn = async (db: Database) =>
  (await db.unindexedList.findMany({ select: { attempts: true } })).map(({ attempts }) => attempts)

/** Makes all lists that are set aside be tried at once. */
const passTime = (db: Database) => db.unindexedList.updateMany({ data: { runAt: new Date(0) } })

describe('a list with a file that can not be read', () => {
  it('is set aside after three attempts, holds no names any more, and blocks no other list', async ({
    api,
    catalog,
    db,
    readers,
    indexMods,
    signIn,
  }) => {
    const token = await signIn('Ann')
    await upload(api, 'bad', { 'modlist.txt': '+A\n' }, {}, token)
    await indexMods()
    const files = { 'modlist.txt': '+A\n', 'bad.csv': '#Mod_Name\nA\n' }
    await fillList(api.put('/v1/lists/bad').set(bearer(token)), { name: 'bad' }, files).expect(200)
    for (let each = 0; each < 3; each++) await upload(api, `good ${each}`, { 'modlist.txt': `+A\n+${each}\n` })

    const { reader, asked, aside } = breakingReader(readers, 'bad.csv')
    await indexAll(catalog, reader)
    const { id } = await db.list.findUniqueOrThrow({ where: { slug: 'bad' } })
    expect(aside).toEqual([id])
    expect(asked.filter((names) => names.includes('bad.csv'))).toHaveLength(3)
    expect(await attemptsIn(db)).toEqual([3])
    expect(reader.figures.failed).toBe(3)
    expect((await api.get('/metrics')).text).toMatch(/^mod_index_set_aside 1$/m)
    expect(await slugsOf(api, 'filter[mod]=a')).toEqual(['good-2', 'good-1', 'good-0'])
    const { body } = await api.get('/v1/games/4/mods/A').expect(200)
    expect(body.data.lists_count).toBe(3)

    // Updated, it is read as if it had never failed.
    await fillList(api.put('/v1/lists/bad').set(bearer(token)), { name: 'bad' }, { 'modlist.txt': '+A\n' }).expect(200)
    await indexAll(catalog, reader)
    expect(await slugsOf(api, 'filter[mod]=a')).toHaveLength(4)
    expect(await attemptsIn(db)).toEqual([])
  })

  it('is tried again later, since only the machine may have been slow', async ({
    api,
    catalog,
    db,
    readers,
    indexMods,
  }) => {
    const { reader, asked, aside } = breakingReader(readers, 'modlist.txt')
    await upload(api, 'slow', { 'modlist.txt': '+A\n' })
    await indexAll(catalog, reader)
    await indexAll(catalog, reader)
    expect(asked).toHaveLength(3)

    await passTime(db)
    await indexAll(catalog, reader)
    expect([await attemptsIn(db), aside.length]).toEqual([[4], 1])
    await passTime(db)
    await indexMods()
    expect(await slugsOf(api, 'filter[mod]=a')).toEqual(['slow'])
    expect(await attemptsIn(db)).toEqual([])
  })

  it('is read after all newer ones once it has failed', async ({ api, catalog, readers }) => {
    const { reader, asked } = breakingReader(readers, 'plugins.txt')
    await upload(api, 'bad', { 'plugins.txt': '*P.esp\n' })
    await upload(api, 'new', { 'modlist.txt': '+A\n' })
    await indexAll(catalog, reader)
    expect(asked).toEqual(['plugins.txt', 'modlist.txt', 'A', 'plugins.txt', 'plugins.txt'])
  })
})

it('lists that can not be stored because the database is slow have not failed', async ({
  url,
  api,
  catalog,
  db,
  readers,
  indexMods,
}) => {
  await upload(api, 'list', { 'modlist.txt': '+A\n' })
  const hurried = connected(url, { timeouts: { ...TIMEOUTS, lock: 50 } })
  const { reader, aside } = breakingReader(readers, 'nothing')
  await db.$transaction(async (holder) => {
    await lock(holder, 'modIndex')
    for (let times = 0; times < 3; times++) {
      await expect(indexAll({ ...catalog, db: hurried }, reader)).rejects.toThrow()
      await passTime(db)
    }
  })
  expect([reader.figures.failed, aside, await attemptsIn(db)]).toEqual([0, [], [0]])
  await passTime(db)
  await indexMods()
  expect(await slugsOf(api, 'filter[mod]=a')).toEqual(['list'])
})

it('a list that another server reads is left to it, and taken over if that server died', async ({
  api,
  catalog,
  db,
  indexMods,
}) => {
  await upload(api, 'list', { 'modlist.txt': '+A\n' })
  let other = Promise.resolve()
  const dying: Run = async () => {
    other = indexMods()
    await other
    throw new Error('The server dies.')
  }
  const stopped = AbortSignal.abort(new Error('The server dies.'))
  const reader = createListReader({ run: dying }, () => {}, stopped)
  await expect(indexAll(catalog, reader)).rejects.toThrow('The server dies.')
  expect(await slugsOf(api, 'filter[mod]=a')).toEqual([])

  await passTime(db)
  await indexMods()
  expect(await slugsOf(api, 'filter[mod]=a')).toEqual(['list'])
})

it('a list that changes while it is read is stored as it is afterwards', async ({
  api,
  catalog,
  db,
  readers,
  signIn,
}) => {
  const token = await signIn('Ann')
  await upload(api, 'list', { 'modlist.txt': '+Before\n' }, {}, token)
  let isChanged = false
  const run: Run = async (kind, task) => {
    const json = await readers.run(kind, task)
    if (!isChanged) {
      isChanged = true
      const files = { 'modlist.txt': '+After\n' }
      await fillList(api.put('/v1/lists/list').set(bearer(token)), { name: 'list' }, files).expect(200)
      await indexAll(
        catalog,
        createListReader(readers, () => {}),
      ) // another server is faster
    }
    return json
  }
  await indexAll(
    catalog,
    createListReader({ run }, () => {}),
  )
  expect(await slugsOf(api, 'filter[mod]=After')).toEqual(['list'])
  expect(await slugsOf(api, 'filter[mod]=Before')).toEqual([])
  expect((await db.modCount.findMany()).map(({ lists }) => lists)).toEqual([1])
})

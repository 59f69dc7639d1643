import { describe, expect } from 'vitest'
import { indexAll } from '../../src/mods/indexing/service.ts'
import { createFileReader } from '../../src/mods/reading/file-reader-service.ts'
import type { IndexKinds } from '../../src/mods/reading/worker.ts'
import type { WorkerPool } from '../../src/workers/pool.ts'
import { TaskTimeout } from '../../src/workers/worker-process.ts'
import { printedBy } from '../support/commands/run.ts'
import { it } from '../support/indexing.ts'
import { slugsOf, upload } from './support.ts'

type Run = WorkerPool<IndexKinds>['run']
type Task = { names: readonly string[] }

/** Returns a reader whose tasks fail if `problemOf` returns an error, with what it was asked for and what it has set aside. */
function breakingReader(readers: { run: Run }, problemOf: (kind: string, task: Task) => Error | undefined) {
  const asked: string[] = []
  const aside: object[] = []
  const run: Run = (kind, task) => {
    asked.push(`${kind} ${task.names.join()}`)
    const problem = problemOf(kind, task)
    return problem === undefined ? readers.run(kind, task) : Promise.reject(problem)
  }
  return { reader: createFileReader({ run }, (what) => aside.push(what)), asked, aside }
}

const ended = new Error('The worker ended.')
const MANY = Array.from({ length: 10_001 }, (_, at) => `${at}.esp\n`).join('')

describe('what fails three times', () => {
  it('is set aside if it is a file, and its list is indexed without it', async ({ api, catalog, db, readers }) => {
    const { reader, aside } = breakingReader(readers, (_, { names }) =>
      names.includes('plugins.txt') ? ended : undefined,
    )
    await upload(api, 'bad', { 'modlist.txt': '+A\n', 'plugins.txt': '*P.esp\n' })
    await upload(api, 'good', { 'modlist.txt': '+A\n+B\n' })

    for (let times = 0; times < 5; times++) await indexAll(catalog, reader)
    expect(await slugsOf(api, 'filter[mod]=a')).toEqual(['good', 'bad'])
    expect(await slugsOf(api, 'filter[plugin]=p.esp')).toEqual([])
    const { body } = await api.get('/v1/lists/bad?include=counts').expect(200)
    expect(body.data.counts).toEqual({ mods: 1, mods_enabled: 1, plugins: null, plugins_enabled: null })
    expect(await db.unindexedList.count()).toBe(0)
    expect(await db.unreadFile.findMany({ select: { attempts: true } })).toEqual([{ attempts: 3 }])
    expect(aside).toHaveLength(1)
    expect(reader.figures.failed).toBe(3)
    expect((await api.get('/metrics')).text).toMatch(/^mod_index_set_aside 1$/m)
  })

  it('is set aside if it is a list, and blocks no later list', async ({ api, catalog, db, readers }) => {
    const { reader, aside } = breakingReader(readers, (kind) => (kind === 'pluginCounts' ? ended : undefined))
    await upload(api, 'bad', { 'plugins.txt': MANY, 'loadorder.txt': MANY })
    for (let each = 0; each < 5; each++) await upload(api, `good ${each}`, { 'modlist.txt': `+A\n+${each}\n` })

    for (let times = 0; times < 10; times++) await indexAll(catalog, reader)
    expect(await slugsOf(api, 'filter[mod]=a')).toHaveLength(5)
    const { id } = await db.list.findUniqueOrThrow({ where: { slug: 'bad' } })
    const queued = await db.unindexedList.findMany({ select: { listId: true, attempts: true } })
    expect(queued).toEqual([{ listId: id, attempts: 3 }])
    expect(aside).toEqual([{ listId: id }])
  })

  it('is set aside if its names can not be split into words, and blocks no other file', async ({
    api,
    catalog,
    db,
    readers,
  }) => {
    const { reader, aside } = breakingReader(readers, (_, { names }) => (names.includes('Bad') ? ended : undefined))
    await upload(api, 'bad', { 'modlist.txt': '+Bad\n' })
    for (let each = 0; each < 5; each++) await upload(api, `good ${each}`, { 'modlist.txt': `+A\n+${each}\n` })

    for (let times = 0; times < 10; times++) await indexAll(catalog, reader)
    expect(await slugsOf(api, 'filter[mod]=a')).toHaveLength(5)
    expect(await db.unreadFile.findMany({ select: { attempts: true } })).toEqual([{ attempts: 3 }])
    expect(aside).toHaveLength(1)
  })

  it('is tried again by the command index retry', async ({ url, api, catalog, db, readers, indexMods }) => {
    const { reader } = breakingReader(readers, (kind, { names }) =>
      kind === 'pluginCounts' || names.includes('modlist.txt') ? ended : undefined,
    )
    await upload(api, 'file', { 'modlist.txt': '+A\n' })
    await upload(api, 'list', { 'plugins.txt': MANY, 'loadorder.txt': MANY })
    for (let times = 0; times < 5; times++) await indexAll(catalog, reader)
    await indexMods()
    expect(await slugsOf(api, 'filter[mod]=a')).toEqual([])

    expect(await printedBy(url, 'index', 'retry')).toBe('1 file and 1 list will be tried again.')
    await indexMods()
    expect(await slugsOf(api, 'filter[mod]=a')).toEqual(['file'])
    expect(await slugsOf(api, 'filter[plugin]=1.esp')).toEqual(['list'])
    expect([await db.unreadFile.count(), await db.unindexedList.count()]).toEqual([0, 0])
    expect(await printedBy(url, 'index', 'retry')).toBe('0 files and 0 lists will be tried again.')
  })
})

it('a file that has failed is read after all newer ones', async ({ api, catalog, readers }) => {
  const { reader, asked } = breakingReader(readers, (_, { names }) =>
    names.includes('plugins.txt') ? ended : undefined,
  )
  await upload(api, 'bad', { 'plugins.txt': '*P.esp\n' })
  await indexAll(catalog, reader)
  await upload(api, 'new', { 'modlist.txt': '+A\n' })
  const before = asked.length
  await indexAll(catalog, reader)
  expect(
    asked
      .slice(before)
      .filter((task) => task.startsWith('indexedFile'))
      .slice(0, 2),
  ).toEqual(['indexedFile modlist.txt', 'indexedFile plugins.txt'])
})

it('a stopping server does not wait for the file that it reads, which has not failed', async ({ api, catalog, db }) => {
  await upload(api, 'list', { 'modlist.txt': '+A\n' })
  const stopping = new AbortController()
  const run: Run = (_, __, signal) => {
    setImmediate(() => stopping.abort(new Error('The server stops.')))
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  }
  const aside: object[] = []
  const reader = createFileReader({ run }, (what) => aside.push(what), stopping.signal)
  await expect(indexAll(catalog, reader, stopping.signal)).rejects.toThrow('The server stops.')
  expect(await db.unreadFile.findMany({ select: { attempts: true } })).toEqual([{ attempts: 0 }])
  expect([aside, reader.figures]).toEqual([[], { read: 0, failed: 0 }])
})

it('a file that takes too long is read once, and so is the same content in another list', async ({
  api,
  catalog,
  db,
  readers,
}) => {
  const { reader, asked } = breakingReader(readers, () => new TaskTimeout('too slow'))
  await upload(api, 'bad', { 'modlist.txt': '+A\n' })
  for (let times = 0; times < 3; times++) await indexAll(catalog, reader)
  await upload(api, 'again', { 'b.csv': '+A\n' })
  for (let times = 0; times < 3; times++) await indexAll(catalog, reader)
  expect(asked).toEqual(['indexedFile modlist.txt'])
  expect(await db.unreadFile.findMany({ select: { attempts: true } })).toEqual([{ attempts: 3 }, { attempts: 3 }])
  expect(await db.unindexedList.count()).toBe(0)
})

it('a list whose plugins take too long to count is counted once, and so are the same files in another list', async ({
  api,
  catalog,
  db,
  readers,
}) => {
  const { reader, asked, aside } = breakingReader(readers, (kind) =>
    kind === 'pluginCounts' ? new TaskTimeout('too slow') : undefined,
  )
  for (const name of ['one', 'two']) await upload(api, name, { 'plugins.txt': MANY, 'loadorder.txt': MANY })
  for (let times = 0; times < 10; times++) await indexAll(catalog, reader)
  expect(asked.filter((task) => task.startsWith('pluginCounts'))).toHaveLength(1)
  expect(await db.unindexedList.findMany({ select: { attempts: true } })).toEqual([{ attempts: 3 }, { attempts: 3 }])
  expect(aside).toHaveLength(2)
})

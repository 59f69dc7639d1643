import { describe, expect, vi } from 'vitest'
import type { Database } from '../../../src/db/client.ts'
import { sweep } from '../../../src/upkeep/sweep.ts'
import { it } from '../../support/it.ts'
import { fillList, MODLIST } from '../../support/requests/forms.ts'

const HOUR = 3_600_000

/** Waits until a statement in this database waits for a lock. */
async function untilBlocked(db: Database) {
  await vi.waitFor(
    async () => {
      const rows = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      expect(rows).not.toEqual([])
    },
    { timeout: 3_500, interval: 20 },
  )
}

describe('a sweep during uploads', () => {
  it('keeps a file that an unfinished upload uses, and deletes it if the upload fails', async ({
    api,
    catalog,
    clock,
    db,
  }) => {
    await fillList(api.post('/v1/lists'), { expires: '3h' }).expect(201)
    const kept = await fillList(api.post('/v1/lists'), { name: 'Kept', expires: 'perm' }, { 'b.txt': 'b' }).expect(201)
    const list = await db.list.findUniqueOrThrow({ where: { slug: kept.body.data.slug } })
    const file = await db.file.findFirstOrThrow({ where: { cleanName: 'modlist.txt' } })
    clock.advance(3 * HOUR)
    const upload = db.$transaction(async (transaction) => {
      await transaction.listFile.create({ data: { listId: list.id, fileId: file.id, position: 1 } })
      expect(await sweep(catalog)).toEqual({ lists: 1, files: 0 })
      throw new Error('the upload fails')
    })

    await expect(upload).rejects.toThrow('the upload fails')
    expect(await db.file.count()).toBe(2)
    expect(await sweep(catalog)).toEqual({ lists: 0, files: 1 })
    expect((await db.file.findMany()).map(({ cleanName }) => cleanName)).toEqual(['b.txt'])
  })

  it('keeps a file that a finished upload uses', async ({ api, catalog, clock, db }) => {
    await fillList(api.post('/v1/lists'), { expires: '3h' }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Kept', expires: 'perm' }, { 'b.txt': 'b' }).expect(201)
    const list = await db.list.findUniqueOrThrow({ where: { slug: 'kept' } })
    const file = await db.file.findFirstOrThrow({ where: { cleanName: 'modlist.txt' } })
    clock.advance(3 * HOUR)
    await db.$transaction(async (transaction) => {
      await transaction.listFile.create({ data: { listId: list.id, fileId: file.id, position: 1 } })
      await sweep(catalog)
    })

    expect(await sweep(catalog)).toEqual({ lists: 0, files: 0 })
    const { body } = await api.get('/v1/lists/kept').expect(200)
    expect(body.data.files).toMatchObject([{ clean_name: 'b.txt' }, { clean_name: 'modlist.txt' }])
    expect(await db.releasedFile.count()).toBe(0)
  })

  it('can delete a file that an upload has found: the upload then stores it again', async ({ api, db, signIn }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' })).expect(201)
    await api.delete('/v1/lists/my-list').auth(token, { type: 'bearer' }).expect(204)
    const before = await db.file.findFirstOrThrow()
    const upload = await db.$transaction(async (transaction) => {
      await transaction.file.delete({ where: { id: before.id } })
      const sent = fillList(api.post('/v1/lists')).then((answer) => answer)
      await untilBlocked(db)
      return { sent }
    })

    expect((await upload.sent).status).toBe(201)
    const { body } = await api.get('/v1/lists/my-list-2').expect(200)
    expect(body.data.files).toMatchObject([{ clean_name: 'modlist.txt', bytes: MODLIST.length }])
    expect((await db.file.findMany()).map(({ id }) => id)).not.toContain(before.id)
  })

  it('never deletes a file of a list or makes an upload fail if both run continuously', async ({
    api,
    catalog,
    db,
    signIn,
  }) => {
    const token = await signIn('Ada')
    let uploading = true
    const sweeping = Promise.all(
      [1, 2].map(async () => {
        while (uploading) await sweep(catalog)
      }),
    )
    const uploads = Array.from({ length: 4 }, async (_, writer) => {
      for (let round = 0; round < 5; round++) {
        const name = `list ${writer} ${round}`
        await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), { name }).expect(201)
        const slug = name.replaceAll(' ', '-')
        const { body } = await api.get(`/v1/lists/${slug}`).expect(200)
        expect(body.data.files).toMatchObject([{ clean_name: 'modlist.txt' }])
        await api.delete(`/v1/lists/${slug}`).auth(token, { type: 'bearer' }).expect(204)
      }
    })
    await Promise.all(uploads).finally(() => {
      uploading = false
    })
    await sweeping
    await sweep(catalog)

    expect(await db.file.count()).toBe(0)
    expect(await db.releasedFile.count()).toBe(0)
  })

  it('can run twice at once, and leaves lists that have not expired complete', async ({ api, catalog, clock, db }) => {
    for (let index = 0; index < 10; index++) {
      const files = { [`${index}.txt`]: `${index}`, 'shared.txt': 'shared' }
      const expires = index % 2 === 0 ? '3h' : 'perm'
      await fillList(api.post('/v1/lists'), { name: `List ${index}`, expires }, files).expect(201)
    }
    clock.advance(3 * HOUR)
    const sums = await Promise.all([sweep(catalog), sweep(catalog)])
    sums.push(await sweep(catalog))

    expect(sums.reduce((sum, { lists }) => sum + lists, 0)).toBe(5)
    expect(sums.reduce((sum, { files }) => sum + files, 0)).toBe(5)
    expect(await db.file.count()).toBe(6)
    for (const index of [1, 3, 5, 7, 9]) {
      const { body } = await api.get(`/v1/lists/list-${index}`).expect(200)
      expect(body.data.files).toMatchObject([{ content: [`${index}`] }, { content: ['shared'] }])
    }
  })
})

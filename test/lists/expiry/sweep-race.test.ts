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
  it.for([
    ['keeps a file that an upload uses', true],
    ['deletes a file that an upload used, once the upload has failed', false],
  ] as const)('%s', async ([, succeeds], { api, catalog, clock, db }) => {
    await fillList(api.post('/v1/lists'), { expires: '3h' }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Kept', expires: 'perm' }, { 'b.txt': 'b' }).expect(201)
    const list = await db.list.findUniqueOrThrow({ where: { slug: 'kept' } })
    const file = await db.file.findFirstOrThrow({ where: { cleanName: 'modlist.txt' } })
    clock.advance(3 * HOUR)
    const upload = db.$transaction(async (transaction) => {
      await transaction.listFile.create({ data: { listId: list.id, fileId: file.id, position: 1 } })
      expect(await sweep(catalog)).toEqual({ lists: 1, files: 0 })
      if (!succeeds) throw new Error('the upload fails')
    })

    await upload.catch(({ message }) => expect(message).toBe('the upload fails'))
    expect(await sweep(catalog)).toEqual({ lists: 0, files: succeeds ? 0 : 1 })
    const { body } = await api.get('/v1/lists/kept').expect(200)
    const names = body.data.files.map(({ clean_name }: { clean_name: string }) => clean_name)
    expect(names).toEqual(succeeds ? ['b.txt', 'modlist.txt'] : ['b.txt'])
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
})

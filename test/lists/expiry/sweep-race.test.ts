import { describe, expect } from 'vitest'
import { sweep } from '../../../src/startup/sweep.ts'
import { waitingIn } from '../../support/database/meanwhile.ts'
import { it } from '../../support/history.ts'
import { fillList, MODLIST } from '../../support/requests/forms.ts'

const HOUR = 3_600_000

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
    expect(await db.releasedFile.count({ where: { dueAt: null } })).toBe(0)
  })

  it('can delete a file that an upload has found: the upload then stores it again', async ({
    ada,
    api,
    db,
    save,
    url,
  }) => {
    await save()
    await api.delete('/v1/lists/my-list').set(ada).expect(204)
    const before = await db.file.findFirstOrThrow()
    const upload = await db.$transaction(async (transaction) => {
      await transaction.file.delete({ where: { id: before.id } })
      const sent = fillList(api.post('/v1/lists')).then((answer) => answer)
      await expect.poll(() => waitingIn(url)).toBeGreaterThan(0)
      return { sent }
    })

    expect((await upload.sent).status).toBe(201)
    const { body } = await api.get('/v1/lists/my-list-2').expect(200)
    expect(body.data.files).toMatchObject([{ clean_name: 'modlist.txt', bytes: MODLIST.length }])
    expect((await db.file.findMany()).map(({ id }) => id)).not.toContain(before.id)
  })
})

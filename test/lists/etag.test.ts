import { describe, expect } from 'vitest'
import { storedRows } from '../support/database/stored.ts'
import { it } from '../support/history.ts'
import type { TestFixtures } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'

const LIST = '/v1/lists/my-list'

const tagOf = async (api: TestFixtures['api']) => String((await api.get(LIST).expect(200)).headers.etag)

describe('the ETag of GET /v1/lists/{slug}', () => {
  it('makes the response 304 without a body if the client has the current list', async ({ api, save }) => {
    await save()
    const etag = await tagOf(api)
    const { headers, text } = await api.get(LIST).set('If-None-Match', `"x", W/${etag}`).expect(304)

    expect(headers).toMatchObject({ etag })
    expect(text).toBe('')
    await api.get(LIST).set('If-None-Match', '*').expect(304)
    await api.get(LIST).set('If-None-Match', '"x"').expect(200)
  })

  it('changes with every update that changes something, even at the same time', async ({ ada, api, save }) => {
    await save()
    const tags = [await tagOf(api)]
    for (const version of ['1', '2', '1']) {
      await fillList(api.put(LIST).set(ada), { version }).expect(200)
      tags.push(await tagOf(api))
    }

    expect(new Set(tags).size).toBe(4)
  })

  it('stays the same, as `updated` does, if a write changes nothing', async ({ ada, api, db, save }) => {
    await save({ version: '2', description: 'a\r\nb' })
    const [etag, before] = [await tagOf(api), await storedRows(db)]
    const fields = { version: '2', description: 'a\nb' }
    for (const request of [
      fillList(api.put(LIST).set(ada), fields),
      fillList(api.post(LIST).set(ada), { ...fields, _method: 'PATCH' }),
      fillList(api.put(LIST).set(ada), { ...fields, note: 'only a note' }),
      api.patch(LIST).set(ada).send({}),
      api.patch(LIST).set(ada).send({ version: '2', private: false, game: 4, expires: 'perm' }),
      fillList(api.patch(LIST).set(ada), fields),
    ]) {
      expect((await request.expect(200)).headers.etag).toBe(etag)
    }
    expect(await storedRows(db)).toEqual(before)
  })

  it('differs between a deleted list and a new list with the same slug', async ({ ada, api, db, save }) => {
    await save()
    const first = await tagOf(api)
    await api.delete(LIST).set(ada).expect(204)
    await db.freedSlug.deleteMany() // as after 90 days
    await fillList(api.post('/v1/lists').set(ada)).expect(201)

    expect(await tagOf(api)).not.toBe(first)
  })
})

describe('If-Match', () => {
  it.for(['put', 'patch', 'delete'] as const)(
    'makes %s return 412 and change nothing if it names another version',
    async (method, { ada, api, db, save }) => {
      await save()
      const former = await tagOf(api)
      await save({ version: '2' })
      const current = await tagOf(api)
      const before = await storedRows(db)

      for (const header of [former, `W/${current}`, '"x"', current.slice(1, -1)]) {
        const request = api[method](LIST).set({ ...ada, 'If-Match': header })
        const { body } = await (method === 'delete' ? request : fillList(request)).expect(412)
        expect(body).toEqual({ message: expect.stringMatching(/./) })
      }
      expect(await storedRows(db)).toEqual(before)
    },
  )

  it('allows an update and a delete if it names the current version', async ({ ada, api, db, save }) => {
    await save()
    const post = api.post(LIST).set({ ...ada, 'If-Match': await tagOf(api) })
    await fillList(post, { _method: 'PUT', version: '2' }).expect(200)
    const patch = api.patch(LIST).set({ ...ada, 'If-Match': await tagOf(api) })
    expect((await patch.field('version', '2.1').expect(200)).body.data.version).toBe('2.1')
    await fillList(api.put(LIST).set({ ...ada, 'If-Match': '*' }), { version: '3' }).expect(200)
    const remove = api.delete(LIST).set({ ...ada, 'If-Match': `"x", ${await tagOf(api)}` })
    await remove.expect(204)
    expect(await db.list.count()).toBe(0)
  })

  it('takes the ETag of every view of the current version, and of no former one', async ({ ada, api, save }) => {
    await save({ description: 'long enough to be compressed '.repeat(100) })
    const views = async () => {
      const tags: string[] = []
      for (const path of [LIST, `${LIST}?include=counts`])
        for (const encoding of ['gzip', 'identity'])
          tags.push(String((await api.get(path).set('Accept-Encoding', encoding).expect(200)).headers.etag))
      return tags
    }
    let former: string[] = []
    for (const at of [0, 1, 2, 3]) {
      const current = await views()
      expect(new Set(current).size).toBe(4)
      for (const tag of former) await api.patch(LIST).set(ada).set('If-Match', tag).send({ version: 'x' }).expect(412)
      const weak = `W/${current[at]}`
      await api.patch(LIST).set(ada).set('If-Match', weak).send({ version: 'x' }).expect(412)
      await api
        .patch(LIST)
        .set(ada)
        .set('If-Match', `"x", ${current[at]}`)
        .send({ version: String(at) })
        .expect(200)
      former = current
    }
  })

  it('allows exactly one of ten concurrent updates that name the same version', async ({ ada, api, save }) => {
    await save()
    const headers = { ...ada, 'If-Match': await tagOf(api) }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => fillList(api.put(LIST).set(headers), { version: String(index) })),
    )

    const won = answers.filter(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)])
    const { body } = await api.get(LIST).expect(200)
    expect(body.data.version).toBe(won[0]?.body.data.version)
  })
})

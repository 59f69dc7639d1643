import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { bearer, keyOf } from '../../support/requests/authorization.ts'
import { fillList } from '../../support/requests/forms.ts'

type Api = ReturnType<typeof supertest>

/** Creates an anonymous list with three revisions, the second of them private, and returns its key. */
async function historyKey(api: Api): Promise<string> {
  const key = await keyOf(api, { version: '1' })
  for (const fields of [{ version: '2', private: '1' }, { version: '3' }]) {
    await fillList(api.put('/v1/lists/my-list').set(bearer(key)), fields).expect(200)
  }
  return key
}

const revisionsSeen = async (api: Api, headers: Record<string, string>) => {
  const { body } = await api.get('/v1/lists/my-list/revisions').set(headers).expect(200)
  return body.data.map(({ revision }: { revision: number }) => revision)
}

describe('the history of an anonymous list', () => {
  it('shows formerly private revisions only to its owner, also when responses are cached', async ({ api, signIn }) => {
    const key = await historyKey(api)
    const other = await keyOf(api, { name: 'Other' })
    const others = [{}, bearer(await signIn('Ada')), bearer(other), bearer('mlk_wrong'), bearer(`${key}x`)]
    const hidden = [
      '/v1/lists/my-list/revisions/2/download',
      '/v1/lists/my-list/revisions/2/files/modlist.txt/raw',
      '/v1/compare/my-list@2/my-list@3',
      '/v1/compare?list1=my-list@2&list2=my-list',
      '/v1/compare/my-list/my-list@2/changes',
      '/v1/compare/my-list/my-list@2/changes.md',
      '/v1/compare/my-list/my-list@2.patch',
    ]
    for (const headers of [...others, ...others]) {
      expect(await revisionsSeen(api, bearer(key))).toEqual([3, 2, 1])
      const { body } = await api.get('/v1/lists/my-list/revisions/2').set(bearer(key)).expect(200)
      expect(body.data).toMatchObject({ version: '2', private: true, author: null })

      for (const path of hidden) {
        await api.get(path).set(bearer(key)).expect(200)
        await api.get(path).set(headers).expect(404)
      }
      expect(await revisionsSeen(api, headers)).toEqual([3, 1])
      await api.get('/v1/lists/my-list/revisions/2').set(headers).expect(404)
    }
  })

  it('lets only its owner delete a revision', async ({ api, db, signIn }) => {
    const key = await historyKey(api)
    const other = await keyOf(api, { name: 'Other' })
    const forget = (revision: number, secret?: string) => {
      const request = api.delete(`/v1/lists/my-list/revisions/${revision}`)
      return secret === undefined ? request : request.set(bearer(secret))
    }
    const before = await storedRows(db)
    await forget(1).expect(401)
    await forget(1, 'mlk_wrong').expect(401)
    await forget(1, other).expect(403)
    await forget(1, await signIn('Ada')).expect(403)
    await forget(4, key).expect(404)
    await forget(3, key).expect(422)
    expect(await storedRows(db)).toEqual(before)

    await forget(1, key).expect(204)
    expect(await revisionsSeen(api, bearer(key))).toEqual([3, 2])
  })

  it('belongs to the author after a claim, and the key gives no access to it', async ({ api, db, signIn }) => {
    const key = await historyKey(api)
    const token = await signIn('Ada')
    await api.post('/v1/lists/my-list/claim').set(bearer(token)).send({ owner_key: key }).expect(200)
    const before = await storedRows(db)

    expect(await revisionsSeen(api, bearer(key))).toEqual([3, 1])
    await api.delete('/v1/lists/my-list/revisions/1').set(bearer(key)).expect(401)
    expect(await storedRows(db)).toEqual(before)
    expect(await revisionsSeen(api, bearer(token))).toEqual([3, 2, 1])
    await api.delete('/v1/lists/my-list/revisions/1').set(bearer(token)).expect(204)
  })
})

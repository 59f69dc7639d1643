import { describe, expect } from 'vitest'
import { storedRows } from '../../support/database/stored.ts'
import { it, type TestFixtures } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { BROWSER, openPage } from '../../support/website/pages.ts'

/** Creates an anonymous list of two versions, and returns its owner key. */
async function twoVersions(api: TestFixtures['api']): Promise<string> {
  const { headers } = await fillList(api.post('/v1/lists'), { version: '1', expires: 'perm' }).expect(201)
  const key = headers['owner-key'] ?? ''
  const update = api.put('/v1/lists/my-list').set('Authorization', `Bearer ${key}`)
  await fillList(update, { version: '2', expires: 'perm' }, { 'plugins.txt': '*a.esp\n' }).expect(200)
  return key
}

const send = (api: TestFixtures['api'], path: string, key: string) =>
  api.post(path).set('Accept', BROWSER).redirects(0).field('owner_key', key)

describe('restoring a revision on its page', () => {
  it('is offered for each past revision, and makes a new version of it', async ({ api }) => {
    const key = await twoVersions(api)
    const history = await openPage(api, '/lists/my-list/history')
    expect(history.links.filter((link) => link.includes('restore'))).toEqual(['/lists/my-list/restore/1'])
    const { meta, links, words } = await openPage(api, '/lists/my-list/restore/1')
    expect(meta('robots')).toBe('noindex')
    expect(links).toContain('/compare/my-list/my-list@1')
    expect(words).toContain('This makes a new version with the files and fields of version 1.')

    const { headers } = await send(api, '/lists/my-list/restore/1', key).expect(303)
    expect(headers.location).toBe('/lists/my-list')
    const { body } = await api.get('/v1/lists/my-list').expect(200)
    expect(body.data).toMatchObject({ version: '1', files: [{ clean_name: 'modlist.txt' }] })
    expect((await openPage(api, '/lists/my-list/history')).words).toContain('Restores version 1.')
  })

  it('refuses others with the reason at the field, and changes nothing', async ({ api, db }) => {
    await twoVersions(api)
    const { headers } = await fillList(api.post('/v1/lists'), { name: 'Other' }).expect(201)
    const before = await storedRows(db)
    const path = '/lists/my-list/restore/1'
    expect((await send(api, path, '').expect(422)).text).toContain('The key for editing is needed')
    expect((await send(api, path, 'mlk_wrong').expect(422)).text).toContain('This is not the key for editing this list')
    const other = await send(api, path, headers['owner-key'] ?? '').expect(422)
    expect(other.text).toContain('id="owner_key-error">Forbidden: this is another list')
    for (const wrong of ['/lists/my-list/restore/9', '/lists/my-list/restore/x', '/lists/nothing/restore/1'])
      expect([wrong, (await openPage(api, wrong)).status]).toEqual([wrong, 404])
    expect(await storedRows(db)).toEqual(before)
  })
})

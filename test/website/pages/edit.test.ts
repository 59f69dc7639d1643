import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { fillList, MODLIST } from '../../support/requests/forms.ts'
import { BROWSER, openPage } from '../../support/website/pages.ts'

type Api = ReturnType<typeof supertest>

async function make(api: Api, name: string): Promise<{ slug: string; key: string }> {
  const { body, headers } = await fillList(api.post('/v1/lists'), { name, expires: '1w' }).expect(201)
  return { slug: body.data.slug, key: headers['owner-key'] ?? '' }
}

const save = (api: Api, slug: string, fields: Record<string, string>, files: Record<string, string> = {}) =>
  fillList(api.post(`/lists/${slug}/edit`).set('Accept', BROWSER).redirects(0), fields, files)

const erase = (api: Api, slug: string, key: string) =>
  api.post(`/lists/${slug}/delete`).set('Accept', BROWSER).redirects(0).field('owner_key', key)

/** Returns the value of a hidden field in a form. */
const hidden = (html: string, name: string) =>
  (new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '').replaceAll('&quot;', '"')

describe('the edit page', () => {
  it('is filled in with the current list, and hidden from search engines', async ({ api }) => {
    await fillList(api.post('/v1/lists'), { name: 'Perm', expires: 'perm', version: '1.2' }).expect(201)
    const { html, meta, status } = await openPage(api, '/lists/perm/edit')
    expect([status, meta('robots')]).toEqual([200, 'noindex'])
    expect(html).toContain('value="Perm"')
    expect(html).toContain('value="1.2"')
    expect(html).toMatch(/<option value="perm" selected/)
    expect((await openPage(api, '/lists/nothing/edit')).status).toBe(404)
  })

  it('changes fields; files replace those of their names, and the others stay unless ticked away', async ({ api }) => {
    const { slug, key } = await make(api, 'Mine')
    const { headers } = await save(api, slug, { name: 'Better', owner_key: key, private: 'on' }).expect(303)
    expect(headers.location).toBe(`/lists/${slug}`)
    const before = await api.get(`/v1/lists/${slug}`).expect(200)
    expect(before.body.data).toMatchObject({ name: 'Better', private: true })
    expect(before.body.data.files).toMatchObject([{ clean_name: 'modlist.txt', bytes: MODLIST.length }])

    const namesAfter = async (fields: Record<string, string>, files: Record<string, string>) => {
      await save(api, slug, { name: 'Better', owner_key: key, ...fields }, files).expect(303)
      const { body } = await api.get(`/v1/lists/${slug}`).expect(200)
      return body.data.files.map((file: { clean_name: string; bytes: number }) => `${file.clean_name} ${file.bytes}`)
    }
    const modlist = `modlist.txt ${MODLIST.length}`
    expect(await namesAfter({}, { 'plugins.txt': '*a.esp\n' })).toEqual([modlist, 'plugins.txt 7'])
    expect(await namesAfter({}, { 'Plugins.txt': '*ab.esp\n' })).toEqual([modlist, 'Plugins.txt 8'])
    expect(await namesAfter({ 'remove[]': 'modlist.txt' }, { 'a.ini': 'x' })).toEqual(['Plugins.txt 8', 'a.ini 1'])
    expect(await namesAfter({ replace: 'on' }, { 'b.ini': 'xy' })).toEqual(['b.ini 2'])
  })

  it('says so if a save has changed nothing', async ({ api, db }) => {
    const { slug, key } = await make(api, 'Mine')
    const before = await storedRows(db)
    const fields = { name: 'Mine', expires: '1w', owner_key: key, note: 'Only a note' }
    const { headers } = await save(api, slug, fields, { 'modlist.txt': MODLIST }).expect(303)
    expect(headers.location).toBe(`/lists/${slug}/edit?unchanged=1`)
    expect((await openPage(api, headers.location ?? '')).words).toContain('Nothing has changed, so there is no new')
    expect(await storedRows(db)).toEqual(before)
  })

  it("changes and deletes a user's list with that user's API token", async ({ api, signIn }) => {
    const token = await signIn('Ann')
    await fillList(api.post('/v1/lists').set('Authorization', token), { name: 'Ann’s' }).expect(201)
    await save(api, 'anns', { name: 'Hers', owner_key: token }).expect(303)
    expect((await api.get('/v1/lists/anns').expect(200)).body.data).toMatchObject({
      name: 'Hers',
      author: { name: 'Ann' },
    })
    await erase(api, 'anns', token).expect(303)
  })

  it('deletes a list, says so on the next page, and its address is then 404', async ({ api }) => {
    const { slug, key } = await make(api, 'Mine')
    const { headers } = await erase(api, slug, key).expect(303)
    expect(headers.location).toBe('/lists?deleted=1')
    expect((await openPage(api, '/lists?deleted=1')).words).toContain('The list was deleted')
    expect((await openPage(api, '/lists')).words).not.toContain('The list was deleted')
    expect((await openPage(api, `/lists/${slug}`)).status).toBe(404)
  })

  it('asks to choose the files again after another error, and stores none', async ({ api, db }) => {
    const { slug, key } = await make(api, 'Mine')
    const before = await storedRows(db)
    const { text } = await save(api, slug, { owner_key: 'mlk_wrong' }, { 'plugins.txt': '*a.esp\n' }).expect(422)
    expect(text).toContain('id="files-error">Please choose your files again; browsers do not keep them.')
    expect(text).toContain('<title>Not saved yet: Mine · ')
    expect(await storedRows(db)).toEqual(before)
    expect((await save(api, slug, { owner_key: 'mlk_wrong' }).expect(422)).text).not.toContain(
      'Please choose your files again',
    )
    await save(api, slug, { owner_key: key }, { 'plugins.txt': '*a.esp\n' }).expect(303)
  })

  it('is shown again with the errors (422), and changes nothing', async ({ api, db, signIn }) => {
    const { slug, key } = await make(api, 'Mine')
    const other = await make(api, 'Other')
    const token = await signIn('Ann')
    const { html } = await openPage(api, `/lists/${slug}/edit`)
    await save(api, slug, { name: 'Changed meanwhile', owner_key: key }).expect(303)
    const before = await storedRows(db)

    const cases: [fields: Record<string, string>, error: RegExp][] = [
      [{}, /id="owner_key-error">The key for editing is needed/],
      [{ owner_key: 'mlk_wrong' }, /id="owner_key-error">This is not the key for editing/],
      [{ owner_key: other.key }, /id="owner_key-error">Forbidden: this is another list/],
      [{ owner_key: token }, /id="owner_key-error">Forbidden: this list is anonymous/],
      [{ owner_key: key, name: '' }, /id="name-error">The name field is required/],
      [{ owner_key: key, if_match: hidden(html, 'if_match') }, /The list was changed since this page was opened/],
    ]
    for (const [fields, error] of cases) {
      const { text } = await save(api, slug, { name: 'As typed', description: 'typed', ...fields }).expect(422)
      expect(text).toContain('<p>Not saved yet. Please correct:</p>')
      expect(text).toMatch(error)
      expect(text).toContain('typed</textarea>')
      expect(text).not.toMatch(/ml[ck]_/)
    }
    for (const secret of ['', 'mlk_wrong', other.key, token]) await erase(api, slug, secret).expect(422)
    expect(await storedRows(db)).toEqual(before)
    await save(api, 'nothing', { owner_key: key }).expect(404)

    const shown = hidden(html, 'if_match')
    const mistaken = await save(api, slug, { name: '', owner_key: key, if_match: shown }).expect(422)
    expect(hidden(mistaken.text, 'if_match')).toBe(shown) // the next try does not overwrite somebody else's change
    const again = await save(api, slug, { owner_key: key, if_match: shown }).expect(422)
    const present = hidden(again.text, 'if_match')
    await save(api, slug, { name: 'Put over it', owner_key: key, if_match: present }).expect(303)
  })
})

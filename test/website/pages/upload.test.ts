import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import supertest from 'supertest'
import { describe, expect } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/indexing.ts'
import { fillList, MODLIST } from '../../support/requests/forms.ts'
import { appWithRoutes } from '../../support/requests/openapi/routes.ts'
import { BROWSER, openPage, textOf } from '../../support/website/pages.ts'

type Api = ReturnType<typeof supertest>

const upload = (api: Api, fields = {}, files: Record<string, string | Buffer> = { 'modlist.txt': MODLIST }) =>
  fillList(api.post('/upload').set('Accept', BROWSER).redirects(0), fields, files)

/** Returns the cookie that a response sets, as a browser sends it back. */
const cookieOf = ({ headers }: supertest.Response) => String(headers['set-cookie']).split(';')[0] ?? ''

/** Returns the error of each invalid field on a page. */
function errorsOn(html: string): Record<string, string> {
  const invalid = [...html.matchAll(/<(?:input|select|textarea)[^>]*aria-invalid="true"[^>]*>/g)].map(([tag]) => tag)
  return Object.fromEntries(
    invalid.map((tag) => {
      const [, id = ''] = / id="([^"]*)"/.exec(tag) ?? []
      const [, described = ''] = / aria-describedby="([^"]*)"/.exec(tag) ?? []
      expect(described.split(' ')).toContain(`${id}-error`)
      const [, error = ''] = new RegExp(`<span class="error" id="${id}-error">(.*?)</span>`).exec(html) ?? []
      return [id, textOf(error)]
    }),
  )
}

/** The error of a refused form with files, because browsers do not keep them. */
const AGAIN = { files: 'Please choose your files again; browsers do not keep them.' }

/** The maximum number of files that a list can have. */
const MANY = Object.fromEntries(Array.from({ length: 32 }, (_, at) => [`${at}.txt`, `${at}`]))

describe('a plain upload form', () => {
  it('redirects to its list, where the owner key is shown only once and only to the uploader', async ({ api }) => {
    const answer = await upload(api, { name: 'My List', expires: '3d' }).expect(303)
    expect(answer.headers).toMatchObject({ location: '/lists/my-list', 'cache-control': 'no-store' })
    const [cookie = ''] = answer.headers['set-cookie'] as unknown as string[]
    const [, key = ''] = /^owner-key=(mlk_[\w-]{43}); /.exec(cookie) ?? []
    expect(cookie.slice(cookie.indexOf(';'))).toBe(
      '; Path=/lists/my-list; Max-Age=300; HttpOnly; SameSite=Strict; Secure',
    )
    expect(answer.text + JSON.stringify({ ...answer.headers, 'set-cookie': '' })).not.toContain(key)

    const plain = await openPage(api, '/lists/my-list')
    const shown = await api
      .get('/lists/my-list')
      .set({ Accept: BROWSER, Cookie: cookieOf(answer) })
      .expect(200)
    expect(shown.text.split(key)).toHaveLength(2)
    expect(shown.headers['cache-control']).toBe('no-store')
    expect(shown.headers).not.toHaveProperty('etag')
    expect(shown.headers['set-cookie']).toEqual([
      'owner-key=; Path=/lists/my-list; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    ])
    for (let times = 0; times < 2; times++) {
      const again = await openPage(api, '/lists/my-list')
      expect(again.html).toBe(plain.html)
      expect(again.headers).not.toHaveProperty('set-cookie')
      expect(again.headers['cache-control']).toBe('no-cache')
    }
    await api.delete('/v1/lists/my-list').set('Authorization', `Bearer ${key}`).expect(204)
  })

  it.for([
    ['modlist.txt', '+Sky UI\n'],
    ['plugins.txt', '# Made by a mod manager.\r\nSkyrim.esm\r\n*Sky UI.esp\r\n'],
    ['loadorder.txt', 'Skyrim.esm\nSky UI.esp\n'],
    ['modlist.txt', 'My list:\n```\n+Sky UI\n```\nThanks\n'],
    ['text.txt', '# Nothing\n'],
    ['modlist.txt', '+[Author] A Mod\n-mods=settings\n'],
    ['mods.csv', '#Mod_Priority,#Mod_Name\r\n"0000","Sky UI"\r\n'],
    ['collection.json', '{\n  "info": {},\n  "mods": []\n}\n'],
    ['modpack.ckan', '{\n  "identifier": "a",\n  "kind": "metapackage"\n}\n'],
    ['SMAPI-latest.txt', '[21:04:11 INFO  SMAPI] Loaded 1 mods:\n[21:04:11 INFO  SMAPI]    A 1.0\n'],
    ['openmw.cfg', '# A comment\ndata="/Morrowind"\ncontent=Morrowind.esm\n'],
    ['Morrowind.ini', '[General]\nShow FPS=1\n[Game Files]\nGameFile0=Morrowind.esm\n'],
    ['settings.ini', '; A comment\n[Display]\niSize W=1920\n'],
  ] as const)('stores pasted text as the file %s, which its lines determine', async ([name, text], { api }) => {
    await upload(api, { text }, {}).expect(303)
    const { body } = await api.get('/v1/lists/my-list').expect(200)
    expect(body.data.files).toMatchObject([{ clean_name: name, content: text.split(/\r?\n/).slice(0, -1) }])
  })

  it('stores pasted names as a list if the index of the game knows half of them', async ({ api, indexMods }) => {
    await upload(api, { name: 'Known' }, { 'modlist.txt': '+Campfire\n+Frostfall\n+SkyUI\n' }).expect(303)
    await indexMods()
    const text = 'SkyUI\n- frostfall\nCampfire\nNo Mod\nNeither'
    await upload(api, { text }, {}).expect(303)
    await upload(api, { name: 'Others', text: text.replace('SkyUI', 'Third') }, {}).expect(303)
    await upload(api, { name: 'Elsewhere', text, game: '8' }, {}).expect(303)
    const filesOf = async (slug: string) => (await api.get(`/v1/lists/${slug}`).expect(200)).body.data.files
    expect(await filesOf('my-list')).toMatchObject([{ clean_name: 'names.txt', content: text.split('\n') }])
    expect((await api.get('/v1/lists/my-list/load-order').expect(200)).body.data.mods).toHaveLength(5)
    for (const slug of ['others', 'elsewhere']) expect(await filesOf(slug)).toMatchObject([{ clean_name: 'text.txt' }])
  })

  it('is shown again with the typed values and the errors (422), and stores nothing', async ({ api, db }) => {
    const typed = { description: 'It <b>crashes</b>', expires: '3h', private: 'on' }
    const cases: [fields: object, files: Record<string, string | Buffer>, wrong: Record<string, string>][] = [
      [
        { name: '', game: '' },
        {},
        {
          files: 'Choose at least one file, or paste text.',
          name: 'The name field is required.',
          game: 'The game field is required.',
        },
      ],
      [
        { game: '99' },
        { 'a.txt': 'x' },
        { ...AGAIN, game: expect.stringContaining('must be the id or the name of a game') },
      ],
      [
        { website: 'javascript:alert(1)' },
        { 'a.txt': 'x' },
        { ...AGAIN, website: expect.stringContaining('valid http') },
      ],
      [{}, { 'a.txt': Buffer.from([0x89, 0x50, 0, 0]) }, { files: 'The file a.txt is not a text file.' }],
      [{}, { 'a.txt': Buffer.alloc(2 ** 20 + 1, 'x') }, { files: 'The file a.txt is larger than 1 MB.' }],
      [{ text: 'x'.repeat(2 ** 20 + 1) }, { 'a.txt': 'x' }, { ...AGAIN, text: 'The text field is too long.' }],
      [{ text: '+One more' }, MANY, { files: 'The files field must not have more than 32 files.' }],
    ]
    for (const [fields, files, wrong] of cases) {
      const { text: html, headers } = await upload(api, { name: 'Typed', ...typed, ...fields }, files).expect(422)
      expect(headers['cache-control']).toBe('no-store')
      expect(errorsOn(html)).toEqual(wrong)
      expect(html).toContain('It &lt;b>crashes&lt;/b></textarea>')
      expect(html).toMatch(/<option value="3h" selected/)
      expect(html).toMatch(/<input id="private"[^>]* checked/)
    }
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
    const { body } = await upload(api, { name: '' }).set('Accept', '*/*').expect(422)
    expect(body.errors.name).toEqual(['The name field is required.'])
  })

  it('is refused on a page if foreign (403), too large (413) or too frequent (429)', async ({ api, db, catalog }) => {
    const other = await upload(api).set('Sec-Fetch-Site', 'cross-site').expect(403)
    expect(other.headers['content-type']).toBe('text/html; charset=utf-8')
    const large = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.txt`, Buffer.alloc(2 ** 20, 'x')]))
    const refused = await upload(api, {}, large).expect(413)
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(textOf(refused.text)).toContain(
      'The request is larger than 8.4 MB. Go back in your browser to send the form again.',
    )

    const { app } = await appWithRoutes(catalog, { trustProxy: 1, rateLimits: { write: 1, read: 0 } })
    const send = () => app.inject({ method: 'POST', url: '/upload', headers: { accept: BROWSER } })
    await send()
    const { statusCode, headers } = await send()
    expect([statusCode, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('never logs the owner key, at any log level', async ({ catalog }) => {
    const lines: string[] = []
    const stream = new PassThrough().on('data', (chunk) => lines.push(String(chunk)))
    const { app } = await appWithRoutes(catalog, { logger: pino({ level: 'trace' }, stream) })
    const api = supertest(app.server)
    const cookie = cookieOf(await upload(api).expect(303))
    const shown = await api.get('/lists/my-list').set({ Accept: BROWSER, Cookie: cookie }).expect(200)
    expect(shown.text).toContain(cookie.split('=')[1])
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join('')).not.toMatch(/mlk_/)
  })
})

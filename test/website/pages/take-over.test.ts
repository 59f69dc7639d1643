import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { CRASH_LOGGER } from '../../support/profiles/logs.ts'
import { asBytes, fillList, makeLists } from '../../support/requests/forms.ts'
import { BROWSER, openPage } from '../../support/website/pages.ts'

const CRASHES = {
  'modlist.txt': '+Moved\r\n+SkyUI\r\n-Campfire\r\n',
  'plugins.txt': '*A.esp\r\n',
  'my.ini': '[A]\nb=1\n',
}
const WORKS = {
  'modlist.txt': '+SkyUI\n+Moved\n+Frostfall\n+Campfire\n',
  'plugins.txt': '*A.esp\n',
  'mods.csv': '#Mod_Name,#Mod_Version,#Mod_Nexus_URL\nFrostfall,1.2,https://example.org/1\n',
}
const PATH = '/compare/it-crashes/it-works'

/** Returns the values of the boxes by the names of their mods. */
async function boxesOn(api: ReturnType<typeof supertest>, path = PATH): Promise<Record<string, string>> {
  const { html } = await openPage(api, path)
  const boxes = html.matchAll(/<input type="checkbox" name="take" value="([^"]*)"[^>]* aria-label="([^"]*)"/g)
  return Object.fromEntries([...boxes].map(([, value = '', name = '']) => [name, value]))
}

const tickedOn = (html: string) =>
  [...html.matchAll(/<input type="checkbox" name="take" value="[^"]*" checked aria-label="([^"]*)"/g)].map(
    ([, name]) => name,
  )

describe('ticks on the website', () => {
  it('has a box for each change', async ({ api }) => {
    await makeLists(api, { 'It crashes': CRASHES, 'It works': WORKS })
    const { words } = await openPage(api, PATH)
    expect(Object.keys(await boxesOn(api))).toEqual(['Campfire', 'Moved', 'Frostfall'])
    expect(words).toContain('0 ticked Apply to It crashes')
  })

  it.for([
    ['a crash log', { 'modlist.txt': CRASH_LOGGER, 'plugins.txt': CRASH_LOGGER, 'mods.csv': '#Mod_Name\nSkyUI\n' }],
    ['a text that CKAN exported', { 'modlist.txt': 'MechJeb (MechJeb2 2.14.3.0)\n' }],
    ['a modlist.txt of Conan Exiles', { 'modlist.txt': '/440900/1/A.pak\n/440900/2/B.pak\n' }],
  ] as const)('has no boxes for a part whose file is %s', async ([, files], { api }) => {
    await makeLists(api, { 'It crashes': files, 'It works': WORKS })
    for (const tab of ['mods', 'plugins'])
      expect((await openPage(api, `${PATH}?tab=${tab}`)).html).not.toContain('type="checkbox"')
    const isOther = files['modlist.txt'] !== CRASH_LOGGER
    expect((await openPage(api, PATH)).words.includes("this modlist.txt is not Mod Organizer's")).toBe(isOther)
  })

  it('are set by a link, kept by the tabs, and only those that no longer fit are gone, which it says', async ({
    api,
  }) => {
    await makeLists(api, { 'It crashes': CRASHES })
    const made = await fillList(api.post('/v1/lists'), { name: 'It works' }, WORKS).expect(201)
    const { Campfire, Frostfall } = await boxesOn(api)
    const { html, words, links } = await openPage(api, `${PATH}?tab=mods&take=${Campfire}&take=${Frostfall}`)
    expect(tickedOn(html)).toEqual(['Campfire', 'Frostfall'])
    expect(words).toContain('2 ticked')
    const tab = links.find((link) => link.includes('short=1')) ?? ''
    const [, link] = /take=([^&]*)/.exec(tab) ?? []
    expect(link).toMatch(new RegExp(`^${Campfire}${Frostfall}|${Frostfall}${Campfire}`))
    expect((await openPage(api, `${PATH}?tab=order&take=${link}`)).words).toContain('2 ticked')
    expect((await openPage(api, `${PATH}?tab=mods&take=${link}`)).words).not.toContain('since this link was made')

    const update = api.put('/v1/lists/it-works').set('Authorization', `Bearer ${made.headers['owner-key']}`)
    const changed = { 'modlist.txt': '+SkyUI\n+Moved\n+Other\n+Campfire\n' }
    await fillList(update, { name: 'It works' }, changed).expect(200)
    const later = await openPage(api, `${PATH}?tab=mods&take=${link}`)
    expect(tickedOn(later.html)).toEqual(['Campfire'])
    expect(later.words).toContain(
      'A list has changed since this link was made. 1 ticked change of the link no longer fits. 1 row is ticked. ' +
        'No longer a change of these lists: Frostfall ',
    )
  })
})

describe('a link with ticks', () => {
  it('says who changes, what each change does, what to install and what is left, and sends the same bytes as the API', async ({
    api,
    db,
  }) => {
    await makeLists(api, { 'It crashes': CRASHES, 'It works': WORKS })
    const before = await storedRows(db)
    const { Moved, Frostfall } = await boxesOn(api)
    const { words, html, headings, links } = await openPage(api, `${PATH}?take=${Moved}&take=${Frostfall}`)
    expect(headings[0]).toBe('Someone suggests 2 changes to It crashes')
    expect(html).not.toMatch(/\/upload[\w-]*\.js/) // which reads profiles and is eight times as large
    for (const part of [
      '1 mod must be installed first; it is below.',
      'moved Moved move after Campfire',
      '+ not in yours Frostfall add, on',
      '1 other difference is not part of this: 1 switched on.',
      'Install first (1)',
      'Frostfall 1.2 example.org',
      'Put the downloaded modlist.txt into the folder',
      'It still crashes: find the culprit',
    ]) {
      expect(words).toContain(part)
    }
    expect(html.match(/<button type="submit"(?! class="plain)[^>]*>/g)).toHaveLength(1)
    const whole = links.find((link) => link.startsWith(`${PATH}?tab=mods&take=`)) ?? ''
    expect(tickedOn((await openPage(api, whole)).html)).toEqual(['Moved', 'Frostfall'])
    const old = await api.get(`${PATH}/take-over?take=${Moved}`).expect(303)
    expect(old.headers.location).toBe(`${PATH}?take=${Moved}`)

    const download = `${PATH}/take-over?take=${Moved}&take=${Frostfall}&download=1`
    const file = await asBytes(api.get(download).set('Accept', BROWSER)).expect(200)
    expect(file.headers['content-disposition']).toBe('attachment; filename=modlist.txt')
    expect(file.body.toString()).toBe('+SkyUI\r\n+Moved\r\n+Frostfall\r\n-Campfire\r\n')
    expect(await storedRows(db)).toEqual(before)
  })

  it('ticks the plugins of a mod along with it, and sends several files as the zip of the API', async ({ api }) => {
    const [mine, theirs] = [
      { 'modlist.txt': '+Ordinator\n+SkyUI\n', 'plugins.txt': '*SkyUI.esp\n*Ordinator.esp\n*Left.esp\n' },
      { 'modlist.txt': '+SkyUI\n', 'plugins.txt': '*SkyUI.esp\n' },
    ]
    await makeLists(api, { 'It crashes': mine, 'It works': theirs })
    const { Ordinator } = await boxesOn(api)
    const { words, headings } = await openPage(api, `${PATH}?take=${Ordinator}`)
    expect(headings[0]).toBe('Someone suggests 1 change to It crashes')
    expect(words).toContain('− only in yours Ordinator switch off; its plugin Ordinator.esp too')
    expect(words).toContain('1 other difference is not part of this: 1 plugin.')
    const zip = await asBytes(api.get(`${PATH}/take-over?take=${Ordinator}&download=1`)).expect(200)
    const take = { mods: { removed: ['Ordinator'] }, plugins: { removed: ['Ordinator.esp'] } }
    const merged = await asBytes(api.post('/v1/compare/it-crashes/it-works/merge.zip').send({ take })).expect(200)
    expect(zip.headers['content-disposition']).toBe('attachment; filename=it-crashes-merged.zip')
    expect(Buffer.compare(zip.body, merged.body)).toBe(0)
    const one = await asBytes(api.get(`${PATH}/take-over?take=${Ordinator}&download=modlist.txt`)).expect(200)
    expect(one.body.toString()).toBe('-Ordinator\n+SkyUI\n')

    const { text } = await api.get(`/v1${PATH}/changes.md?short=1&take=${Ordinator}`).expect(200)
    expect(text).toBe(
      '**Try this one:**\n\n- `off` Ordinator, with `Ordinator.esp`\n\n' +
        `1 other difference (It crashes → It works): <https://www.example.com${PATH}?take=${Ordinator}>`,
    )
  })

  it('counts what the list has by now as done', async ({ api }) => {
    await makeLists(api, { 'It works': WORKS })
    const made = await fillList(api.post('/v1/lists'), { name: 'It crashes' }, CRASHES).expect(201)
    const { Campfire, Moved } = await boxesOn(api)
    const { html } = await openPage(api, `${PATH}?take=${Campfire}${Moved}`)
    const state = /name="take" value="(~[^"]*)"/.exec(html)?.[1]
    const update = api.patch('/v1/lists/it-crashes').set('Authorization', `Bearer ${made.headers['owner-key']}`)
    await fillList(update, { name: 'It crashes' }, { 'modlist.txt': '+Moved\r\n+SkyUI\r\n+Campfire\r\n' }).expect(200)
    const { words, headings } = await openPage(api, `${PATH}?take=${Campfire}${Moved}.${state}`)
    expect(headings[0]).toBe('Someone suggests 2 changes to It crashes')
    expect(words).toContain('Already in your list: 1 of 2.')
    expect(words).not.toContain('no longer fit')
  })

  it('refuses a download without ticks of these lists (422)', async ({ api }) => {
    await makeLists(api, { 'It crashes': CRASHES, 'It works': WORKS })
    for (const query of ['', '&take=', '&take=AAAAA', '&take=%3Cb%3E']) {
      const { status, words } = await openPage(api, `${PATH}/take-over?download=1${query}`)
      expect([query, status]).toEqual([query, 422])
      expect(words).toContain('No change of these two lists is ticked.')
    }
  })
})

describe('saving ticked changes as a new version', () => {
  it('keeps the other files, has the note, and refuses wrong keys and a list that has changed', async ({ api, db }) => {
    const made = await fillList(api.post('/v1/lists'), { name: 'It crashes' }, CRASHES).expect(201)
    await makeLists(api, { 'It works': WORKS })
    const { Frostfall = '' } = await boxesOn(api)
    const { html, words } = await openPage(api, `${PATH}?take=${Frostfall}`)
    expect(words).toContain('Save as a new version')
    const shown = /name="if_match" value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    const save = (fields: Record<string, string>) => {
      const request = api.post(`${PATH}/take-over`).set('Accept', BROWSER)
      for (const [name, value] of Object.entries({ take: Frostfall, if_match: shown, ...fields })) {
        request.field(name, value)
      }
      return request
    }
    const before = await storedRows(db)
    const key = String(made.headers['owner-key'])
    for (const fields of [
      {},
      { owner_key: 'wrong' },
      { owner_key: key, take: 'x' },
      { owner_key: key, if_match: '"x"' },
    ]) {
      await save(fields).expect(422)
    }
    expect(await storedRows(db)).toEqual(before)

    await save({ owner_key: key, note: 'Thanks' }).expect(303).expect('Location', '/lists/it-crashes')
    const { body } = await api.get('/v1/lists/it-crashes').expect(200)
    const files = body.data.files.map((file: { clean_name: string; content: string[] }) => [
      file.clean_name,
      file.content,
    ])
    expect(Object.fromEntries(files)).toEqual({
      'modlist.txt': ['+Moved', '+SkyUI', '+Frostfall', '-Campfire'],
      'plugins.txt': ['*A.esp'],
      'my.ini': ['[A]', 'b=1'],
    })
    expect((await openPage(api, '/lists/it-crashes')).words).toContain('Version 2 Thanks')
    await save({ owner_key: key }).expect(422) // the form was shown for the version before
  })
  it('by POST without if_match returns 428 if the list has changed since the ticks were made', async ({ api, db }) => {
    const made = await fillList(api.post('/v1/lists'), { name: 'It crashes' }, CRASHES).expect(201)
    await makeLists(api, { 'It works': WORKS })
    const key = String(made.headers['owner-key'])
    const { Frostfall = '' } = await boxesOn(api)
    const { html } = await openPage(api, `${PATH}?take=${Frostfall}`)
    const take = `${Frostfall}.${/name="take" value="([^"]*~[^"]*)"/.exec(html)?.[1]}`
    const save = () => api.post(`${PATH}/take-over`).field({ take, owner_key: key })
    await fillList(api.patch('/v1/lists/it-crashes').set('Authorization', key), { version: '2' }, {}).expect(200)
    const before = await storedRows(db)
    expect((await save().expect(428)).body.message).toMatch(/^The list has changed since the comparison was made\./)
    await save().set('If-Match', '"x"').expect(412)
    expect(await storedRows(db)).toEqual(before)
    const { headers } = await api.get('/v1/lists/it-crashes').expect(200)
    await save().set('If-Match', String(headers.etag)).expect(303)
  })
})

import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { makeLists } from '../../support/requests/forms.ts'

const ENTITIES = Array.from({ length: 30 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('')
const BROKEN: Record<string, string> = {
  'a.csv': '#Mod_Name\n"A\n',
  'collection.json': '{"mods": [',
  'LauncherData.xml': `<!DOCTYPE UserData [<!ENTITY a0 "x">${ENTITIES}]><UserData>&a30;</UserData>`,
  'a.ckan': '['.repeat(100_000),
}

describe('files with broken syntax', () => {
  it('are stored, noted in the load order, and ignored if another file lists mods', async ({ api, db }) => {
    await makeLists(api, { Mine: { 'modlist.txt': '+A\n', ...BROKEN } })
    expect(await db.file.count()).toBe(5)
    const { body } = await api.get('/v1/lists/mine/load-order').expect(200)
    expect(body.data.mods).toMatchObject([{ name: 'A', version: null, source: null }])
    const notes = Object.keys(BROKEN).map((file) => ({ file, code: 'unreadable', count: 1, names: [] }))
    expect(body.data.notes).toEqual(expect.arrayContaining(notes))
    expect(body.data.notes).toHaveLength(notes.length)
    const { text } = await api.get('/lists/mine').set('Accept', 'text/html').expect(200)
    for (const file of Object.keys(BROKEN)) expect(text).toContain(`${file}`)
  })

  it('are compared like a list without them, and noted', async ({ api }) => {
    await makeLists(api, { One: { 'modlist.txt': '+A\n' }, Two: { 'modlist.txt': '+A\n', 'a.csv': '"' } })
    const { body } = await api.get('/v1/compare/one/two/changes').expect(200)
    expect(Object.values(body.data.mods.counts)).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect(body.data.notes).toEqual([{ list: 2, file: 'a.csv', code: 'unreadable', count: 1, names: [] }])
  })
})

it('a source that is not a web address is neither in the load order nor a link of the page', async ({ api }) => {
  const table = '#Mod_Name,#Mod_Nexus_URL\nA,javascript:alert(1)\nB,"data:text/html,x"\n'
  await makeLists(api, { Mine: { 'mods.csv': table } })
  const { body } = await api.get('/v1/lists/mine/load-order').expect(200)
  expect(body.data.mods).toMatchObject([
    { name: 'A', source: null },
    { name: 'B', source: null },
  ])
  const { text } = await api.get('/lists/mine').set('Accept', 'text/html').expect(200)
  expect(text).not.toMatch(/href="(javascript|data):/)
})

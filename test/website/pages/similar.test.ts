import { expect } from 'vitest'
import { it } from '../../support/indexing.ts'
import { CRASH_LOGGER } from '../../support/profiles/logs.ts'
import { fillList } from '../../support/requests/forms.ts'
import { openPage } from '../../support/website/pages.ts'

const HOSTILE = '"><img src=x onerror=alert(1)>'

it('the page of a list names the most similar lists of its game with their differences, and compares with them', async ({
  api,
  indexMods,
}) => {
  const upload = (fields: Record<string, string>, modlist: string) =>
    fillList(api.post('/v1/lists'), fields, { 'modlist.txt': modlist }).expect(201)
  await upload({ name: 'Mine' }, '+A\n+B\n')
  const alone = await openPage(api, '/lists/mine')
  expect(alone.words).not.toContain('Most similar lists')

  await upload({ name: HOSTILE, version: '<b>2' }, '+A\n+B\n-C\n+D\n')
  await upload({ name: 'Twin' }, '+A\n-B\n')
  await indexMods()
  const { words, html, links } = await openPage(api, '/lists/mine')
  expect(words).toContain(`Most similar lists Twin 1 mod or plugin differs ${HOSTILE} <b>2 2 mods and plugins differ`)
  expect(html).not.toContain('<img src=x')
  expect(html).not.toContain('<b>2')
  expect(links).toContain('/compare/mine/twin')

  const chooser = await openPage(api, '/compare?list1=mine&game=TESV%20Skyrim%20SE')
  expect([...chooser.html.matchAll(/<option value="([^"]+)"/g)].map(([, slug]) => slug)).toEqual([
    'twin',
    'greaterlessimg-srcx-onerroralert1greater',
  ])
})

it('an old version and an unlisted list: the first has no similar lists, the second has', async ({
  api,
  indexMods,
}) => {
  const files = { 'modlist.txt': '+A\n' }
  const first = await fillList(api.post('/v1/lists'), { name: 'Mine', private: '1' }, files).expect(201)
  const { slug } = first.body.data
  await fillList(
    api.put(`/v1/lists/${slug}`).set('Authorization', `Bearer ${first.headers['owner-key']}`),
    {
      name: 'Mine',
      version: '2',
      private: '1',
    },
    files,
  ).expect(200)
  await fillList(api.post('/v1/lists'), { name: 'Twin' }, files).expect(201)
  await indexMods()
  expect((await openPage(api, `/lists/${slug}`)).words).toContain('Most similar lists Twin 0 mods and plugins differ')
  expect((await openPage(api, `/lists/${slug}@1`)).words).not.toContain('Most similar lists')
  expect((await openPage(api, '/lists/twin')).words).not.toContain('Most similar lists')
})

it('the card of a crash log says which other lists crash at the same place', async ({ api, indexMods }) => {
  const upload = (name: string, log: string, fields: Record<string, string> = {}) =>
    fillList(api.post('/v1/lists'), { name, ...fields }, { 'modlist.txt': `+${name}\n`, 'crash.log': log }).expect(201)
  await upload('Mine', CRASH_LOGGER)
  await upload('Elsewhere', CRASH_LOGGER.replaceAll('1DAE5', '1DAE6'))
  await upload('Unlisted', CRASH_LOGGER, { private: '1' })
  await indexMods()
  expect((await openPage(api, '/lists/mine')).words).toContain('No other list here crashes at this place.')

  await upload('One', CRASH_LOGGER)
  await upload('Two', CRASH_LOGGER.replaceAll('skee64.dll', 'SKEE64.dll'))
  await indexMods()
  const { words, links } = await openPage(api, '/lists/mine')
  expect(words).toContain('2 other lists crash at this place: Two , One')
  expect(links).toEqual(expect.arrayContaining(['/lists/one', '/lists/two']))
  expect((await openPage(api, '/lists/elsewhere')).words).toContain('No other list here crashes at this place.')
})

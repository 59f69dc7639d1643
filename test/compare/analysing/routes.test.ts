import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { CRASH_LOGGER } from '../../support/profiles/logs.ts'
import { makeLists } from '../../support/requests/forms.ts'

type Api = Parameters<typeof makeLists>[0]
type Files = Record<string, string | Buffer>

function analyse(api: Api, files: Files, game?: string) {
  const request = api.post('/v1/analyse')
  if (game !== undefined) request.field('game', game)
  for (const [name, content] of Object.entries(files)) request.attach('files[]', Buffer.from(content), name)
  return request
}

describe('POST /v1/analyse', () => {
  it('returns what the load order of a list with these files is, and stores nothing', async ({ api, db }) => {
    const files = { 'a.log': CRASH_LOGGER, 'modlist.txt': '+SkyUI\n', 'a.ini': '[a]\nb=1\n' }
    const { body, headers } = await analyse(api, files, '4').expect(200)
    expect((await analyse(api, files, 'tesv skyrim se').expect(200)).body).toEqual(body)
    expect(headers['cache-control']).toBe('no-store')
    expect(await db.file.count()).toBe(0)
    expect(await db.list.count()).toBe(0)
    await makeLists(api, { One: files })
    expect(body).toEqual((await api.get('/v1/lists/one/load-order').expect(200)).body)
    expect(body.data).toMatchObject({ mods: [{ name: 'SkyUI' }], log: { at: { module: 'skee64.dll' } } })
  })

  it.for([
    [
      { 'a.log': 'no log\n' },
      '4',
      'No mods or plugins are read from a.log: it is kept as text. To compare, add modlist.txt and plugins.txt.',
    ],
    [
      { 'a.txt': 'x', 'b.txt': 'y' },
      '26',
      'No mods or plugins are read from a.txt and b.txt: they are kept as text. To compare, add mods.settings.',
    ],
  ] as const)('says what to add if nothing is read: %j', async ([files, game, words], { api, db }) => {
    const { body } = await analyse(api, files, game).expect(200)
    const count = Object.keys(files).length
    expect(body.data.notes).toEqual([{ file: Object.keys(files)[0], code: 'not_read', count, names: [words] }])
    expect(await db.file.count()).toBe(0)
  })

  it('needs no token, and ignores a wrong one', async ({ api }) => {
    await analyse(api, { 'a.log': CRASH_LOGGER }).set('Authorization', 'Bearer wrong').expect(200)
    await analyse(api, { 'a.log': CRASH_LOGGER }).expect(200)
  })

  it.for([
    ['no files', {}, undefined, 'files'],
    ['a game that does not exist', { 'a.log': 'x' }, '999', 'game'],
    ['a game that is neither an id nor a name', { 'a.log': 'x' }, 'Skyrim', 'game'],
    ['a binary file', { 'a.log': Buffer.of(0, 1, 2, 3) }, undefined, 'files'],
  ] as const)('refuses %s with 422', async ([, files, game, field], { api, db }) => {
    const { body } = await analyse(api, files, game).expect(422)
    expect(Object.keys(body.errors)).toEqual([field])
    expect(await db.file.count()).toBe(0)
  })
})

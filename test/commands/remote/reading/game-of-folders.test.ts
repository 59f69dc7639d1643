import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/it.ts'
import { fillList, makeLists } from '../../../support/requests/forms.ts'
import { serve } from '../../../support/requests/wire.ts'
import { clientOf, folderOf, NO_DATABASE } from '../terminal.ts'

const order = 'A.esp\nB.esp\n'
const profile = (plugins: string) => ({ 'plugins.txt': plugins, 'loadorder.txt': order })

/** Returns the sentence of `changes`. */
const sentence = async (environment: NodeJS.ProcessEnv, ...args: string[]) => {
  const { status, printed, complained } = await runIn(environment, 'changes', ...args)
  expect([status, complained]).toEqual([1, ''])
  return printed.split('\n')[1]
}
const ONLY_TEXT = 'No differences except in the text of 1 file.'

describe('the plugins of two folders', () => {
  it('are on or off by the game of --game, by name or id', async () => {
    const [one, two] = [await folderOf(profile('A.esp\n')), await folderOf(profile(order))]
    const inGame = (...game: string[]) => sentence(NO_DATABASE, one, two, ...game)
    expect(await inGame()).toBe('1 plugin switched on')
    expect(await inGame('--game', 'TESIV Oblivion')).toBe('1 plugin switched on')
    expect(await inGame('--game', 'starfield')).toBe(ONLY_TEXT)
    expect(await inGame('--game', '30')).toBe(ONLY_TEXT)
    expect(await runIn(NO_DATABASE, 'changes', one, two, '--game', 'Nothing')).toMatchObject({ status: 2, printed: '' })
  })

  it('are on or off by the game of ModOrganizer.ini, but --game goes before', async () => {
    const folder = await folderOf({
      'ModOrganizer.ini': '[General]\ngameName=Starfield\n',
      'profiles/One/plugins.txt': 'A.esp\n',
      'profiles/One/loadorder.txt': order,
      'profiles/Two/plugins.txt': order,
      'profiles/Two/loadorder.txt': order,
    })
    const places = [`${folder}/profiles/One`, `${folder}/profiles/Two`]
    expect(await sentence(NO_DATABASE, ...places)).toBe(ONLY_TEXT)
    expect(await sentence(NO_DATABASE, ...places, '--game', 'TESIV Oblivion')).toBe('1 plugin switched on')
  })

  it('have asterisks in both folders of unknown games if one has', async () => {
    const [on, off] = [await folderOf({ 'plugins.txt': '*A.esp\n' }), await folderOf({ 'plugins.txt': 'A.esp\n' })]
    expect(await sentence(NO_DATABASE, on, off)).toBe('1 plugin switched off')
    expect(await sentence(NO_DATABASE, off, on)).toBe('1 plugin switched on')
  })
})

describe('the plugins of a folder', () => {
  it('are on or off by the game of the list that it is compared with', async ({ api, catalog }) => {
    const folder = await folderOf(profile(order))
    await fillList(api.post('/v1/lists'), { name: 'New', game: '30' }, profile('*A.esp\nB.esp\n')).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Old', game: '2' }, profile('A.esp\n')).expect(201)
    const environment = clientOf(await serve(catalog))
    expect(await sentence(environment, folder, 'new')).toBe('1 plugin switched on')
    expect(await sentence(environment, folder, 'old')).toBe('1 plugin switched off')
  })

  it('are shown on or off by --game', async () => {
    const folder = await folderOf(profile('A.esp\n'))
    const shown = async (...args: string[]) => (await runIn(NO_DATABASE, 'show', folder, ...args)).printed
    expect(await shown('--game', 'TESIV Oblivion')).toContain('2 plugins, 1 on, 1 off\n  + A.esp\n  - B.esp')
    expect(await shown('--game', 'Starfield')).toContain('2 plugins, 0 on, 1 off\n  - A.esp\n    B.esp')
  })
})

describe('files of which no mods are read', () => {
  it('are said to be so by show, for lists and folders', async ({ api, catalog }) => {
    await makeLists(api, { Log: { 'crash.log': 'patch: 18\n' }, Mods: { 'modlist.txt': '+A\n', 'crash.log': 'x\n' } })
    const environment = clientOf(await serve(catalog))
    const shown = async (place: string, ...args: string[]) =>
      (await runIn(environment, 'show', place, ...args)).printed.split('\n').at(-1)
    expect(await shown('log')).toBe('crash.log: its mods are not read. To compare, add modlist.txt and plugins.txt.')
    expect(await shown('mods')).toBe('  + A')
    expect(await shown('log', '--files')).toBe('patch: 18')
    expect(await shown(await folderOf({ 'a.ccc': 'x\n', 'b.ccc': 'y\n' }))).toBe(
      'a.ccc and b.ccc: their mods are not read. To compare, add modlist.txt and plugins.txt.',
    )
  })
})

describe('a mod that is regrouped', () => {
  it('has a line in Markdown, in the text for chats and on the command line', async ({ api, catalog }) => {
    await makeLists(api, {
      One: { 'modlist.txt': '+A\n-S_separator\n+B\n' },
      Two: { 'modlist.txt': '+A\n+B\n-S_separator\n' },
    })
    const { body } = await api.get('/v1/compare/one/two/changes').expect(200)
    expect(body.data.mods).toMatchObject({
      counts: { moved: 0, regrouped: 1 },
      regrouped: [{ name: 'B', from: null, to: 'S' }],
    })
    const lines = async (path: string) => (await api.get(`/v1/compare/${path}`).expect(200)).text.split('\n')
    expect(await lines('one/two/changes.md')).toEqual(
      expect.arrayContaining(['1 mod regrouped', '**Regrouped (1)**', '- `B`: under no separator, now under `S`']),
    )
    expect(await lines('one/two/changes.md?short=1')).toEqual(
      expect.arrayContaining(['**Regrouped: 1**', '- `B`: under no separator, now under `S`']),
    )
    const environment = clientOf(await serve(catalog))
    expect((await runIn(environment, 'changes', 'two', 'one')).printed).toContain(
      '1 mod regrouped\n\nMods\n  = regrouped B: under S, now under no separator\n',
    )
  })
})

import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/it.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { clientOf, folderOf, NO_DATABASE } from '../terminal.ts'

const order = 'A.esp\nB.esp\n'
const profile = (plugins: string) => ({ 'plugins.txt': plugins, 'loadorder.txt': order })

/** Returns the sentence of `changes`. */
const sentence = async (environment: NodeJS.ProcessEnv, ...args: string[]) => {
  const { status, printed, complained } = await runIn(environment, 'changes', ...args)
  expect([status, complained]).toEqual([1, ''])
  return printed.split('\n')[2]
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
})

describe('the plugins of a folder', () => {
  it('are on or off by the game of the list that it is compared with', async ({ api, port }) => {
    const folder = await folderOf(profile(order))
    await fillList(api.post('/v1/lists'), { name: 'New', game: '30' }, profile('*A.esp\nB.esp\n')).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Old', game: '2' }, profile('A.esp\n')).expect(201)
    const environment = clientOf(port)
    expect(await sentence(environment, folder, 'new')).toBe('1 plugin switched on')
    expect(await sentence(environment, folder, 'old')).toBe('1 plugin switched off')
  })
})

import { describe, expect, it } from 'vitest'
import { nexusDomain } from '../../../src/games/nexus.ts'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'

const file = (name: string, lines: readonly string[] | undefined) =>
  lines === undefined ? [] : [{ name, text: lines.join('\n') }]
const read = (plugins: string[] | undefined, order?: string[]) =>
  readLoadOrder([...file('plugins.txt', plugins), ...file('loadorder.txt', order)])
const states = (plugins: string[] | undefined, order?: string[]) =>
  read(plugins, order).plugins?.map(({ name, enabled }) => [name, enabled])

describe('plugins.txt', () => {
  it('marks enabled plugins with asterisks', () => {
    expect(read(['# comment', '*A.esm', 'B.esp', '', '  * C.esp ']).plugins).toEqual([
      { name: 'A.esm', enabled: true, index: 0 },
      { name: 'B.esp', enabled: false, index: 1 },
      { name: 'C.esp', enabled: true, index: 2 },
    ])
  })

  it('enables all plugins it lists if it has no asterisks outside of comments', () => {
    expect(states(['#*A', 'A.esm', 'B*.esp'])).toEqual([
      ['A.esm', true],
      ['B*.esp', true],
    ])
  })

  it.each([
    ['*A.esp.ghost', 'A.esp'],
    ['*A.esp.GHOST', 'A.esp'],
    ['*A.esp.ghost.ghost', 'A.esp.ghost'],
    ['*A.ghost.esp', 'A.ghost.esp'],
  ])('names a plugin without its .ghost extension: %s', (line, name) => {
    expect(states([line])).toEqual([[name, true]])
  })

  it.each(['*', '# A.esp', '  '])('has no plugin in %j', (line) => {
    expect(read([line])).toMatchObject({ plugins: [], notes: [] })
  })

  it.each(['.ghost', '*.ghost', 'A', '*A.bsa', `*${'x'.repeat(252)}.esp`])(
    'is as if it were missing if it only has lines such as %j, which a note counts',
    (line) => {
      const names = [line.slice(0, 255)]
      const note = { file: 'plugins.txt', code: 'not_plugins', count: 1, names }
      expect(read([line])).toMatchObject({ plugins: null, notes: [note] })
      expect(states([line], ['A.esm'])).toEqual([['A.esm', null]])
    },
  )

  it('has plugins whose names end in one of six extensions, in any case, and notes its other lines', () => {
    const names = ['a.ESP', 'b.esm', 'c.Esl', 'd.omwaddon', 'e.OMWGame', 'f.omwscripts']
    const others = Array.from({ length: 21 }, (_, at) => `~ made by tool ${at} ~`)
    const { plugins, notes } = read([...names, ...others, '# comment.txt', ''])
    expect(plugins?.map(({ name }) => name)).toEqual(names)
    expect(notes).toEqual([{ file: 'plugins.txt', code: 'not_plugins', count: 21, names: others.slice(0, 20) }])
  })

  it('lists a repeated plugin at its first place with its last state', () => {
    const { plugins, notes } = read(['*A.esm', 'B.esp', 'a.ESM', 'c.esp', '*b.esp', 'B.ESP.ghost'])
    expect(plugins).toEqual([
      { name: 'A.esm', enabled: false, index: 0 },
      { name: 'B.esp', enabled: false, index: 1 },
      { name: 'c.esp', enabled: false, index: 2 },
    ])
    expect(notes).toEqual([{ file: 'plugins.txt', code: 'duplicate_plugins', count: 3, names: ['A.esm', 'B.esp'] }])
  })
})

describe('loadorder.txt', () => {
  it('sets the order and the spelling; plugins only in plugins.txt follow', () => {
    expect(read(['*c.esp', 'New.esp', '*A.ESM', '*Last.esp'], ['Skyrim.esm', 'A.esm', 'C.esp']).plugins).toEqual([
      { name: 'Skyrim.esm', enabled: null, index: 0 },
      { name: 'A.esm', enabled: true, index: 1 },
      { name: 'C.esp', enabled: true, index: 2 },
      { name: 'New.esp', enabled: false, index: 3 },
      { name: 'Last.esp', enabled: true, index: 4 },
    ])
  })

  it.each<[form: string, plugins: string[] | undefined, enabled: boolean | null]>([
    ['with asterisks: null, because the game’s own plugins are always on and not listed', ['*B.esp'], null],
    ['without asterisks: off', ['B.esp'], false],
    ['that has no plugins: off', ['# nothing'], false],
    ['that does not exist: null', undefined, null],
  ])('sets the state of plugins that are missing from a plugins.txt %s', (_, plugins, enabled) => {
    expect(states(plugins, ['A.esm'])?.[0]).toEqual(['A.esm', enabled])
  })

  it('has comments and .ghost extensions like plugins.txt, but asterisks are part of names', () => {
    expect(states(undefined, ['# A', ' *B.esp', 'C.esp.ghost'])).toEqual([
      ['*B.esp', null],
      ['C.esp', null],
    ])
  })
})

it('a load order has no plugins without plugins.txt and loadorder.txt', () => {
  expect(readLoadOrder(file('modlist.txt', ['+A'])).plugins).toBeNull()
})

describe('the form of plugins.txt', () => {
  const inGame = (domain: string | null | undefined, plugins: string[], order?: string[]) =>
    readLoadOrder([...file('plugins.txt', plugins), ...file('loadorder.txt', order)], { domain }).plugins?.map(
      ({ name, enabled }) => `${enabled === null ? '?' : enabled ? '+' : '-'}${name}`,
    )

  it.each([4, 5, 8, 9, 29, 30])('always has asterisks in game %i, where a plugin without one is off', (id) => {
    const domain = nexusDomain({ id })
    expect(inGame(domain, ['a.esm', 'b.esm'], ['Starfield.esm', 'a.esm', 'b.esm'])).toEqual([
      '?Starfield.esm',
      '-a.esm',
      '-b.esm',
    ])
    expect(inGame(domain, ['# a comment alone'], ['a.esm'])).toEqual(['?a.esm'])
  })

  it.each([4, 5, 8, 9, 29, 30])('has no plugin in a comment alone, and all are unknown, in game %i', (id) => {
    const order = ['Starfield.esm', 'a.esm', 'b.esp']
    expect(inGame(nexusDomain({ id }), ['# a comment alone'], order)).toEqual(['?Starfield.esm', '?a.esm', '?b.esp'])
    expect(inGame(nexusDomain({ id }), ['# a comment alone'])).toEqual([])
  })

  it.each([1, 2, 3, 6, 7, 10, 28, 18, null])('depends on the content in game %s', (id) => {
    const domain = id === null ? null : nexusDomain({ id })
    expect(inGame(domain, ['a.esl'], ['Fallout4.esm', 'a.esl'])).toEqual(['-Fallout4.esm', '+a.esl'])
    expect(inGame(domain, ['*a.esm', 'b.esm'], ['c.esm'])).toEqual(['?c.esm', '+a.esm', '-b.esm'])
  })

  it.each([
    'x.ESL',
    'ccBGSSSE001-Fish.esm',
    'ccBGSFO4001-PipBoy(Black).esl',
    'DLCRobot.esm',
    'Fallout4.esm',
    'starfield.esm',
  ])('has asterisks in an unknown game if a file names %s', (name) => {
    expect(inGame(undefined, ['a.esp'], [name])).toEqual([`?${name}`, '-a.esp'])
    expect(inGame(undefined, [name, 'a.esp'])).toEqual([`-${name}`, '-a.esp'])
  })

  it.each(['Skyrim.esm', 'cc.esm', 'ccA-1.esm', 'accBGSSSE001-Fish.esm', 'Fallout4.esp'])(
    'depends on the content in an unknown game if the files only name %s',
    (name) => {
      expect(inGame(undefined, [name])).toEqual([`+${name}`])
    },
  )
})

describe('a copied list of plugins', () => {
  const names = (...lines: string[]) => read(undefined, lines).plugins?.map(({ name }) => name)

  it.each([
    [['  0  0 Skyrim.esm', '254 FE  0 b.esl']],
    [['[00] Skyrim.esm', '[0A] b.esl']],
    [['[ 0]     Skyrim.esm', '[ A] b.esl']],
    [['[00] Skyrim.esm', '[FE:012] b.esl']],
    [['[00] Skyrim.esm', '[FE 012] b.esl']],
    [['[00] Skyrim.esm', '[FE:  1] b.esl']],
    [['[00] Skyrim.esm', '[fe:fff] b.esl']],
    [['  0  0 Skyrim.esm', '254 FE fff b.esl']],
  ])('is read without the prefixes of its lines: %j', (lines) => {
    expect(names(...lines)).toEqual(['Skyrim.esm', 'b.esl'])
  })

  it.each([
    [['360 Walk.esp', '360 Run.esp']],
    [['[BD] Hair.esp', 'A.esp']],
    [['[BD] Hair.esp', '[AE] Face.esp', 'A.esp', 'B.esp', 'C.esp']],
    [['[XY] A.esp', '[FE:0123] B.esp', '[A] C.esp']],
  ])('is not what a file is whose names only look like prefixes: %j', (lines) => {
    expect(names(...lines)).toEqual(lines)
  })

  it.each([
    [
      ['[00] A.esm', 'B.esp'],
      ['[00] A.esm', 'B.esp'],
    ],
    [
      ['[00] A.esm', '[01] B.esp', 'C.esp', 'D.esp', 'no plugin'],
      ['A.esm', 'B.esp', 'C.esp', 'D.esp'],
    ],
    [
      ['[00] A.esm', '[01] B.esp', 'C.esp', 'D.esp', 'E.esp'],
      ['[00] A.esm', '[01] B.esp', 'C.esp', 'D.esp', 'E.esp'],
    ],
  ])('has prefixes in two lines and in half of those that name plugins: %j', (lines, expected) => {
    expect(names(...lines)).toEqual(expected)
  })

  it('keeps its prefixes out of the notes, and notes its other lines', () => {
    const { plugins, notes } = read(undefined, [
      'Plugins:',
      '\t[ 0]     Skyrim.esm',
      '\t[FE:012] Small Patch.esp',
      '\tLight: 2',
    ])
    expect(plugins?.map(({ name }) => name)).toEqual(['Skyrim.esm', 'Small Patch.esp'])
    expect(notes).toEqual([{ file: 'loadorder.txt', code: 'not_plugins', count: 2, names: ['Plugins:', 'Light: 2'] }])
  })
})

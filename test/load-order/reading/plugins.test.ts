import { describe, expect, it } from 'vitest'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'

const file = (name: string, lines: readonly string[] | undefined) =>
  lines === undefined ? [] : [{ name, text: lines.join('\n') }]
const read = (plugins: string[] | undefined, order?: string[]) =>
  readLoadOrder([...file('plugins.txt', plugins), ...file('loadorder.txt', order)])
const states = (plugins: string[] | undefined, order?: string[]) =>
  read(plugins, order).plugins?.map(({ name, enabled }) => [name, enabled])

describe('plugins.txt', () => {
  it('says with asterisks which plugins are enabled', () => {
    expect(read(['# comment', '*A.esm', 'B.esp', '', '  * C.esp ']).plugins).toEqual([
      { name: 'A.esm', enabled: true, index: 0 },
      { name: 'B.esp', enabled: false, index: 1 },
      { name: 'C.esp', enabled: true, index: 2 },
    ])
  })

  it('says without asterisks that all that are there are enabled, comments aside', () => {
    expect(states(['#*A', 'A.esm', 'B*.esp'])).toEqual([
      ['A.esm', true],
      ['B*.esp', true],
    ])
  })

  it('is of the asterisk form by an asterisk alone', () => {
    expect(states(['*', 'A.esm'])).toEqual([['A.esm', false]])
  })

  it.each([
    ['*A.esp.ghost', 'A.esp'],
    ['*A.esp.GHOST', 'A.esp'],
    ['*A.esp.ghost.ghost', 'A.esp.ghost'],
    ['*A.ghost.esp', 'A.ghost.esp'],
  ])('names a plugin without what takes it out of the game: %s', (line, name) => {
    expect(states([line])).toEqual([[name, true]])
  })

  it.each(['*', '.ghost', '*.ghost', '# A', `*${'x'.repeat(256)}`])('has no plugin in %j', (line) => {
    expect(states([line])).toEqual([])
  })

  it('gives a plugin that comes again its first place and its last state', () => {
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
  it('gives the order and the spelling, and what only plugins.txt has follows', () => {
    expect(read(['*c.esp', 'New.esp', '*A.ESM', '*Last.esp'], ['Skyrim.esm', 'A.esm', 'C.esp']).plugins).toEqual([
      { name: 'Skyrim.esm', enabled: null, index: 0 },
      { name: 'A.esm', enabled: true, index: 1 },
      { name: 'C.esp', enabled: true, index: 2 },
      { name: 'New.esp', enabled: false, index: 3 },
      { name: 'Last.esp', enabled: true, index: 4 },
    ])
  })

  it.each<[form: string, plugins: string[] | undefined, enabled: boolean | null]>([
    ['with asterisks: the game’s own are always on, and not written', ['*B.esp'], null],
    ['without asterisks: who is not there is off', ['B.esp'], false],
    ['without any plugin in it', ['# nothing'], false],
    ['that is not there', undefined, null],
  ])('has plugins that are not in a plugins.txt %s', (_, plugins, enabled) => {
    expect(states(plugins, ['A.esm'])?.[0]).toEqual(['A.esm', enabled])
  })

  it('has asterisks as a part of names, comments and ghosts as plugins.txt', () => {
    expect(states(undefined, ['# A', ' *B.esp', 'C.esp.ghost'])).toEqual([
      ['*B.esp', null],
      ['C.esp', null],
    ])
  })

  it('counts the first of two lines, and notes the other under its own name', () => {
    const { plugins, notes } = readLoadOrder(file('LoadOrder.txt', ['A.esm', 'B.esm', 'a.ESM']))
    expect(plugins?.map(({ name }) => name)).toEqual(['A.esm', 'B.esm'])
    expect(notes).toEqual([{ file: 'LoadOrder.txt', code: 'duplicate_plugins', count: 1, names: ['A.esm'] }])
  })
})

it('has no plugins without either file', () => {
  expect(readLoadOrder(file('modlist.txt', ['+A'])).plugins).toBeNull()
})

it('reads the same whatever the order of the files', () => {
  const files = [...file('plugins.txt', ['*B.esp']), ...file('loadorder.txt', ['A.esm', 'B.esp'])]
  expect(readLoadOrder(files.toReversed())).toEqual(readLoadOrder(files))
})

it('keeps names that objects have of their own', () => {
  const names = ['__proto__', 'constructor', 'toString']
  expect(states(names, [...names].reverse())).toEqual([...names].reverse().map((name) => [name, true]))
})

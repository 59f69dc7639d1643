import { describe, expect, it } from 'vitest'
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

  it('has the asterisk form even if its only asterisk is alone on a line', () => {
    expect(states(['*', 'A.esm'])).toEqual([['A.esm', false]])
  })

  it.each([
    ['*A.esp.ghost', 'A.esp'],
    ['*A.esp.GHOST', 'A.esp'],
    ['*A.esp.ghost.ghost', 'A.esp.ghost'],
    ['*A.ghost.esp', 'A.ghost.esp'],
  ])('names a plugin without its .ghost extension: %s', (line, name) => {
    expect(states([line])).toEqual([[name, true]])
  })

  it.each(['*', '.ghost', '*.ghost', '# A', `*${'x'.repeat(256)}`])('has no plugin in %j', (line) => {
    expect(states([line])).toEqual([])
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

  it('uses the first of two equal plugins, and notes the other under the name of the file', () => {
    const { plugins, notes } = readLoadOrder(file('LoadOrder.txt', ['A.esm', 'B.esm', 'a.ESM']))
    expect(plugins?.map(({ name }) => name)).toEqual(['A.esm', 'B.esm'])
    expect(notes).toEqual([{ file: 'LoadOrder.txt', code: 'duplicate_plugins', count: 1, names: ['A.esm'] }])
  })
})

it('a load order has no plugins without plugins.txt and loadorder.txt', () => {
  expect(readLoadOrder(file('modlist.txt', ['+A'])).plugins).toBeNull()
})

it('plugins are read the same in any order of the files', () => {
  const files = [...file('plugins.txt', ['*B.esp']), ...file('loadorder.txt', ['A.esm', 'B.esp'])]
  expect(readLoadOrder(files.toReversed())).toEqual(readLoadOrder(files))
})

import { describe, expect, it } from 'vitest'
import { CHANGE_KINDS } from '../../../src/load-order/merging/kinds.ts'
import { mergeLists } from '../../../src/load-order/merging/merge.ts'

const ALL = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, true]))
const NONE = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0]))

const listOf = (files: Record<string, string>, domain: string | null = 'skyrimspecialedition') => ({
  files: Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) })),
  domain,
})

describe('two lists with the same files', () => {
  const FILES = { 'modlist.txt': '+A\n-B\n', 'plugins.txt': '*A.esp\nB.esp\n', 'loadorder.txt': 'B.esp\nA.esp\n' }

  it('have nothing to take over, and no file changes', () => {
    expect(mergeLists(listOf(FILES), listOf(FILES), { mods: ALL, plugins: ALL })).toEqual({
      ...{ files: [], toInstall: [], leftOut: [] },
      taken: { mods: NONE, plugins: NONE },
    })
  })

  it('have no change of any name', () => {
    const take = { mods: { moved: ['A'] }, plugins: { enabled: ['B.esp'] } }
    expect(mergeLists(listOf(FILES), listOf(FILES), take)).toEqual({
      errors: {
        'take.mods.moved': ['The comparison has no such change: "A" is not among the mods that moved.'],
        'take.plugins.enabled': [
          'The comparison has no such change: "B.esp" is not among the plugins that were switched on.',
        ],
      },
    })
  })

  it('can still differ if their games read plugins.txt in other forms', () => {
    const files = { 'plugins.txt': 'A.esp\n' }
    const merged = mergeLists(listOf(files), listOf(files, 'skyrim'), { plugins: ALL })
    expect('files' in merged && merged.files.map(({ content }) => Buffer.from(content).toString())).toEqual([
      '*A.esp\n',
    ])
  })

  it.each([
    [{ 'plugins.txt': '~ made by a tool ~\n' }, {}],
    [{ 'plugins.txt': '~ made by a tool ~\n' }, { 'openmw.cfg': 'content=A.esp\n' }],
    [{}, { 'openmw.cfg': 'content=A.esp\n' }],
  ])('are refused if the list that changes names no plugins: %j and %j', (files, others) => {
    const merged = mergeLists(listOf(files), listOf({ ...files, ...others }), { plugins: ALL })
    expect(merged).toMatchObject({ errors: { 'take.plugins': [expect.stringContaining('has no plugins.txt')] } })
  })
})

import { describe, expect, it } from 'vitest'
import type { Take } from '../../../src/load-order/merging/compared-lists.ts'
import { mergeLists } from '../../../src/load-order/merging/merge.ts'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'

type Files = Record<string, string>

const contentsOf = (files: Files) => Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) }))

/** Merges plugins, and returns the changed files. */
function merged(base: Files, other: Files, plugins: NonNullable<Take['plugins']>, domain = 'skyrimspecialedition') {
  const result = mergeLists({ files: contentsOf(base), domain }, { files: contentsOf(other), domain }, { plugins })
  if ('errors' in result) throw new Error(JSON.stringify(result.errors))
  return Object.fromEntries(result.files.map(({ name, content }) => [name, Buffer.from(content).toString()]))
}

describe('a merge into a copied list', () => {
  it('keeps the prefixes of all lines that it does not touch, and adds names without one', () => {
    const base = { 'loadorder.txt': '  0  0 Skyrim.esm\r\n 10  a A.esm\r\n254 FE  0 b.esl\r\n' }
    const other = { 'loadorder.txt': 'Skyrim.esm\nA.esm\nNew.esp\nb.esl\n' }
    const { 'loadorder.txt': text = '' } = merged(base, other, { added: true })
    expect(text).toBe('  0  0 Skyrim.esm\r\n 10  a A.esm\r\nNew.esp\r\n254 FE  0 b.esl\r\n')
    const { plugins } = readLoadOrder([{ name: 'loadorder.txt', text }])
    expect(plugins?.map(({ name }) => name)).toEqual(['Skyrim.esm', 'A.esm', 'New.esp', 'b.esl'])
  })

  it('moves whole lines, with their prefixes', () => {
    const base = { 'loadorder.txt': '[00] Skyrim.esm\n[01] A.esp\n[FE:000] b.esl\n' }
    const moved = { 'loadorder.txt': 'Skyrim.esm\nb.esl\nA.esp\n' }
    expect(merged(base, moved, { moved: true })).toEqual({
      'loadorder.txt': expect.stringMatching(/^\[00\] Skyrim\.esm\n\[FE:000\] b\.esl\n\[01\] A\.esp\n/),
    })
  })
})

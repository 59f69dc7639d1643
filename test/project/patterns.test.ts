import { readdirSync } from 'node:fs'
import { ts } from '@ts-morph/common'
import { analyse } from 'scslre'
import { describe, expect, it } from 'vitest'
import { path, read } from '../support/project.ts'

const SOURCES = readdirSync(path('src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(generated|api-types\.ts)/.test(name))
  .map((name) => `src/${name}`)

/** Returns the regular expressions of a file, as they are written. */
function patternsIn(file: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest))
  return found
}

/** Returns the reasons for which a pattern can take longer than in proportion to the length of the text. */
function slowness(pattern: string): string[] {
  const end = pattern.lastIndexOf('/')
  const { reports } = analyse(
    { source: pattern.slice(1, end), flags: pattern.slice(end + 1) },
    { reportTypes: { Move: true, Self: true, Trade: true } },
  )
  return reports.map(({ type }) => type)
}

describe('the regular expressions of the sources', () => {
  it.each(SOURCES.filter((file) => patternsIn(file).length > 0))('run in linear time on any text: %s', (file) => {
    const slow = patternsIn(file).filter((pattern) => slowness(pattern).length > 0)
    expect(slow).toEqual([])
  })

  it('are put together from other texts in three files only, of fixed parts', () => {
    expect(SOURCES.filter((file) => read(file).includes('new RegExp(')).sort()).toEqual([
      'src/accounts/names/scripts.ts',
      'src/lists/search/words.ts',
      'src/secrets.ts',
    ])
  })

  it.each([
    ['two repetitions that overlap', String.raw`/^v?\d+(?:\.\d+)+\S*$/`, ['Trade']],
    ['a repetition that can begin anywhere', String.raw`/\s+$/`, ['Move']],
    ['a repetition in a repetition', '/^(?:a*)*b$/', ['Self']],
  ])('would be found with %s', (_, pattern, found) => {
    expect(slowness(pattern)).toEqual(found)
  })
})

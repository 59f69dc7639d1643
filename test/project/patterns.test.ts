import { readdirSync } from 'node:fs'
import { ts } from '@ts-morph/common'
import { analyse } from 'scslre'
import { describe, expect, it } from 'vitest'
import { mostSteps } from '../support/pattern-steps.ts'
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

/** Returns the regular expression that is written like this. */
function patternOf(written: string): RegExp {
  const end = written.lastIndexOf('/')
  return new RegExp(written.slice(1, end), written.slice(end + 1))
}

/** Returns the reasons for which a pattern can take longer than in proportion to the length of the text. */
function slowness({ source, flags }: RegExp): string[] {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } })
  return reports.map(({ type }) => type)
}

/** Maximum number of characters that a pattern looks at for each character of a text. */
const MAX_STEPS = 80

const PATTERNS = SOURCES.map((file) => [file, patternsIn(file)] as const).filter(([, written]) => written.length > 0)

describe('the regular expressions of the sources', () => {
  it.each(PATTERNS)('run in linear time on any text: %s', (_, patterns) => {
    const slow = patterns.filter((written) => slowness(patternOf(written)).length > 0)
    expect(slow).toEqual([])
  })

  it.each(PATTERNS)('look at few characters for each one of a text: %s', (_, patterns) => {
    const slow = patterns.flatMap((written) => {
      const { steps, text } = mostSteps(patternOf(written))
      return steps > MAX_STEPS ? [[written, text, steps]] : []
    })
    expect(slow).toEqual([])
  })

  it('are put together from other texts in four files only, of fixed parts', () => {
    expect(SOURCES.filter((file) => read(file).includes('new RegExp(')).sort()).toEqual([
      'src/accounts/chosen-name.ts',
      'src/lists/search/words.ts',
      'src/load-order/reading/logs/logs.ts',
      'src/secrets.ts',
    ])
  })

  it.each([
    ['two repetitions that overlap', String.raw`/^v?\d+(?:\.\d+)+\S*$/`, ['Trade']],
    ['a repetition that can begin anywhere', String.raw`/\s+$/`, ['Move']],
    ['a repetition in a repetition', '/^(?:a*)*b$/', ['Self']],
  ])('would be found with %s', (_, pattern, found) => {
    expect(slowness(patternOf(pattern))).toEqual(found)
  })
  it.each([
    ['that can begin at every third character', String.raw`/eyJ[\w-]{5,2000}\./g`],
    ['behind a hyphen', String.raw`/(?<![a-z])(eyJ[\w-]{5,2000}\.[\w-]{5,4000}\.[\w-]{0,2000})/gi`],
    ['in another one', '/(?:[a-z]{1,50} ?){1,50};/'],
  ])('would be found with a bounded repetition %s', (_, pattern) => {
    expect(slowness(patternOf(pattern))).toEqual([])
    expect(mostSteps(patternOf(pattern)).steps).toBeGreaterThan(MAX_STEPS)
  })
})

import { describe, expect, it } from 'vitest'
import { readLogs } from '../../../../src/load-order/reading/logs/logs.ts'
import { BUFFOUT, CRASH_LOGGER, NET_SCRIPT_FRAMEWORK, SMAPI, TRAINWRECK } from '../../../support/profiles/logs.ts'

const CRASHES = { CRASH_LOGGER, BUFFOUT, NET_SCRIPT_FRAMEWORK, TRAINWRECK }

const CHANGES: readonly [what: string, change: (text: string) => string][] = [
  ['text before it', (text) => `Hi, my game crashes:\r\n\r\n${text}`],
  ['the header of a paste site', (text) => `Untitled\na guest\nMar 20th, 2024\n123\n${text}`],
  ['text after it', (text) => `${text}\n\nPlease help!\n`],
  ['a stray letter before it', (text) => `x${text}`],
  ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
  ['mixed line ends', (text) => text.replaceAll('\n\t', '\r\n\t')],
  ['no indents', (text) => text.replaceAll(/^[ \t]+/gm, '')],
  ['spaces for tabs', (text) => text.replaceAll('\t', '    ')],
  ['more indents', (text) => text.replaceAll(/^(?=.)/gm, '      ')],
  ['empty lines between its lines', (text) => text.replaceAll('\n', '\n\n')],
]

describe('a log of each logger', () => {
  it.each(
    Object.entries({ ...CRASHES, SMAPI }).flatMap(([name, text]) =>
      CHANGES.filter(([what]) => name !== 'SMAPI' || !/indents|letter/.test(what)).map(
        ([what, change]) => [name, what, text, change] as const,
      ),
    ),
  )('is read the same however it was pasted: %s with %s', (_, __, text, change) => {
    const whole = readLogs('a.log', text)
    expect(whole).toHaveLength(1)
    expect(readLogs('a.log', change(text))).toEqual(whole)
  })

  it.each(
    Object.entries(CRASHES).flatMap(([one, text]) =>
      Object.entries(CRASHES).flatMap(([other, next]) =>
        ['', '\n', '\nAnd this is the second one:\n\n'].map((between) => [one, other, between, text, next] as const),
      ),
    ),
  )('is a log of its own next to another in one file: %s, %s, with %j between', (_, __, between, text, next) => {
    const both = readLogs('a.log', `${text}${between}${next}`)
    expect(both).toEqual([...readLogs('a.log', text), ...readLogs('a.log', next)])
    expect(both).toHaveLength(2)
  })
})

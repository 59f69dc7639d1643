import { describe, expect, it } from 'vitest'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'

const read = (...lines: string[]) => {
  const { settings, notes } = readLoadOrder([{ name: 'Skyrim.ini', text: lines.join('\n') }])
  return { settings: settings[0]?.settings.map(({ section, key, value }) => [section, key, value]), notes }
}
const note = (code: string, count: number, ...names: string[]) => ({ file: 'Skyrim.ini', code, count, names })

describe('a line of an ini file', () => {
  it.each<[line: string, key: string, value: string]>([
    ['iSize W=1920', 'iSize W', '1920'],
    ['  iSize W =  1920 ', 'iSize W', '1920'],
    ['a=b=c', 'a', 'b=c'],
    ['a=', 'a', ''],
    ['a="b"', 'a', 'b'],
    ["a='b'", 'a', 'b'],
    ['a=" b "', 'a', ' b '],
    ['a=""b""', 'a', '"b"'],
    ['a=""', 'a', ''],
    ['a="', 'a', '"'],
    ['a="b\'', 'a', '"b\''],
    ['a=b "c"', 'a', 'b "c"'],
    ['a=b ; c', 'a', 'b ; c'],
    ['a=[b]', 'a', '[b]'],
    ['__proto__=1', '__proto__', '1'],
  ])('is read as a setting: %j', (line, key, value) => expect(read('[S]', line).settings).toEqual([['S', key, value]]))

  it.each(['; a=b', '#a=b', ' ; a=b', 'a', '=b', '  = b', '[a=b', ''])('is not read as a setting: %j', (line) => {
    expect(read('[S]', line, 'last=1').settings).toEqual([['S', 'last', '1']])
  })

  it.each([
    ['[Display]', 'Display'],
    ['  [ Display ] junk=1', 'Display'],
    ['[a]]', 'a'],
    ['[[a]', '[a'],
    ['[]', ''],
    ['[constructor]', 'constructor'],
  ])('is read as a section: %j', (line, section) => expect(read(line, 'a=1').settings).toEqual([[section, 'a', '1']]))
})

describe('an ini file', () => {
  it('keeps the order, and has settings before the first section in a section without a name', () => {
    expect(read('b=1', '[S]', 'a=2', '[T]', 'a=3').settings).toEqual([
      ['', 'b', '1'],
      ['S', 'a', '2'],
      ['T', 'a', '3'],
    ])
  })

  it('has each value of repeated keys, the first of which counts, in any case and Unicode form, and notes the others', () => {
    const { settings, notes } = read('[S]', 'Clé=1', 'cle\u0301=2', 'CLÉ=3', 'b=4', '[T]', 'Clé=5')
    expect(settings).toEqual([
      ['S', 'Clé', '1'],
      ['S', 'Clé', '2'],
      ['S', 'Clé', '3'],
      ['S', 'b', '4'],
      ['T', 'Clé', '5'],
    ])
    expect(notes).toEqual([note('repeated_settings', 2, 'S/Clé')])
  })

  it('skips a repeated section, and notes its lines', () => {
    const { settings, notes } = read('[S]', 'a=1', '[T]', '[ s ]', 'a=2', 'b=3', 'b=4', '; c', '[U]', 'a=5', '[S]')
    expect(settings).toEqual([
      ['S', 'a', '1'],
      ['U', 'a', '5'],
    ])
    expect(notes).toEqual([note('repeated_sections', 5, 'S')])
  })
})

import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRows } from '../../src/text/csv.ts'

describe('a CSV text', () => {
  it.each<[name: string, text: string, rows: string[][]]>([
    ['no characters', '', []],
    [
      'plain cells',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CRLF at the ends of lines',
      'a,b\r\n"c","d"\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'empty cells',
      ',\n"",a,',
      [
        ['', ''],
        ['', 'a', ''],
      ],
    ],
    ['blank lines, which are skipped', '\n\r\na\n\n\r\n""\n\n', [['a'], ['']]],
    ['commas, quotes and line ends in quotes', '"a,b","c ""d""","e\r\nf"\n', [['a,b', 'c "d"', 'e\r\nf']]],
    ['a quote within a plain cell', 'a"b,c"\n', [['a"b', 'c"']]],
    ['a carriage return within a plain cell', 'a\rb,c', [['a\rb', 'c']]],
    ['rows of different lengths', 'a\nb,c,d\ne,f', [['a'], ['b', 'c', 'd'], ['e', 'f']]],
  ])('is read with %s', (_, text, rows) => expect(csvRows(text)).toEqual(rows))

  it.each(['"', '"a', 'a,"b\nc', '"a"b', '"a" ,b', '"""', 'a\n"b"\rc'])('is rejected if it is malformed: %j', (text) =>
    expect(csvRows(text)).toBeUndefined(),
  )

  it('is read back as it was written, for any cells', () => {
    const cell = string({ unit: constantFrom('a', 'é', ' ', ',', '"', '\n', '\r') })
    assert(
      property(array(array(cell, { minLength: 1 }), { minLength: 1 }), (rows) => {
        const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
        expect(csvRows(text)).toEqual(rows)
      }),
    )
  })

  it('is cut to 1,000 cells in a row', () => {
    expect(csvRows(`${'a,'.repeat(100_000)}b\nc`)?.map(({ length }) => length)).toEqual([1_000, 1])
  })
})

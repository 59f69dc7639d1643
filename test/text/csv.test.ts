import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvText, readTable } from '../../src/text/csv.ts'

/** The cells of columns in each row; undefined if the text is broken. */
function rowsOf(text: string, ...columns: string[]): string[][] | undefined {
  const rows: string[][] = []
  const header = readTable(text, columns, (cells) => rows.push([...cells]))
  return header && rows
}

describe('a table in CSV', () => {
  it.each<[name: string, text: string, rows: string[][]]>([
    ['plain cells', 'a,b\nc,d', [['c', 'd']]],
    ['CRLF at the ends of lines', 'a,b\r\n"c","d"\r\n', [['c', 'd']]],
    ['columns in another order, and others', 'x,b,y, a \n1,2,3,4\n', [['4', '2']]],
    ['a column that is missing', 'b\n1\n', [['', '1']]],
    [
      'rows of different lengths',
      'a,b\n1\n2,3,4\n5,\n',
      [
        ['1', ''],
        ['2', '3'],
        ['5', ''],
      ],
    ],
    ['blank lines, which are skipped', '\n\r\na,b\n\n\r\n"",""\n\n', [['', '']]],
    ['commas, quotes and line ends in quotes', 'a,b\n"c,d","e ""f""\r\ng"\n', [['c,d', 'e "f"\r\ng']]],
    ['a quote within a plain cell', 'a,b\nc"d,e"\n', [['c"d', 'e"']]],
    ['a carriage return within a plain cell', 'a,b\nc\rd,e', [['c\rd', 'e']]],
    ['no rows', 'a,b', []],
    ['no characters', '', []],
  ])('is read with %s', (_, text, rows) => expect(rowsOf(text, 'a', 'b')).toEqual(rows))

  it('has the columns of its header row', () => {
    expect(readTable('a, b ,"c"\n1,2,3', [], () => {})).toEqual(['a', 'b', 'c'])
    expect(readTable('', [], () => {})).toEqual([])
  })

  it('is read back as it was written, for any cells', () => {
    const cell = string({ unit: constantFrom('a', 'é', ' ', ',', '"', '\n', '\r') })
    assert(
      property(array(array(cell, { minLength: 2, maxLength: 2 })), (rows) => {
        expect(rowsOf(csvText([['a', 'b'], ...rows.map((row) => [`x${row[0]}`, row[1] ?? ''])]), 'a', 'b')).toEqual(
          rows.map((row) => [`x${row[0]}`, row[1]]),
        )
      }),
    )
  })

  it('is read up to its thousandth column', () => {
    const header = [...Array.from({ length: 999 }, (_, at) => `${at}`), 'last', 'behind'].join(',')
    const cells = [...Array.from({ length: 999 }, () => ''), '1', '2'].join(',')
    expect(rowsOf(`${header}\n${cells}`, 'last', 'behind')).toEqual([['1', '']])
  })
})

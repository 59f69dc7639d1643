import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LONGEST_ESCAPE, linesToJson, STANDS, writeEscape } from '../../src/text/json-lines.ts'
import { splitLines } from '../../src/text/lines.ts'

const text = fc.string({ unit: fc.oneof(fc.constantFrom(...'"\\/\n\r\t\b\f\r\0\x1b\x7f\u2028é😀'), fc.string()) })

describe('JSON that is made on bytes', () => {
  it('is what JSON.stringify writes of a byte', () => {
    for (let byte = 0; byte < 0x80; byte++) {
      const expected = JSON.stringify(String.fromCharCode(byte)).slice(1, -1)
      const json = Buffer.alloc(LONGEST_ESCAPE)
      const length = STANDS[byte] === 1 ? 1 : writeEscape(json, 0, byte)
      expect(STANDS[byte] === 1 ? String.fromCharCode(byte) : json.toString('latin1', 0, length)).toBe(expected)
    }
  })

  it('is what JSON.stringify writes of its lines', () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(linesToJson(Buffer.from(written)).toString()).toBe(JSON.stringify(splitLines(written)))
      }),
      { examples: ['', '\n', '\r', '\r\n', '\r\r\n', 'a\n\r', '\n\n', 'a\r\nb'].map((each): [string] => [each]) },
    )
  })
})

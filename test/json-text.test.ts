import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesToJson, toJson } from '../src/json-text.ts'
import { splitLines } from '../src/lists/text.ts'

const text = fc.string({ unit: fc.oneof(fc.constantFrom(...'"\\/\n\r\t\b\f\r\0\x1b\x7f\u2028é😀'), fc.string()) })

describe('JSON that is made on bytes', () => {
  it('is what JSON.stringify writes of a text', () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(Buffer.from(toJson(Buffer.from(written))).toString()).toBe(JSON.stringify(written))
      }),
    )
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

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinBytes } from '../../../src/text/join-bytes.ts'
import { linesPiece, linesToJson } from '../../../src/text/json.ts'
import { splitLines } from '../../../src/text/lines.ts'

const text = fc.string({ unit: fc.oneof(fc.constantFrom(...'"\\/\n\r\t\b\f\r\0\x1b\x7f\u2028é😀'), fc.string()) })

describe('the JSON writer for lines of bytes', () => {
  it('escapes each ASCII byte like JSON.stringify', () => {
    for (let byte = 0; byte < 0x80; byte++) {
      const written = `a${String.fromCharCode(byte)}b`
      expect(linesToJson(Buffer.from(written)).toString()).toBe(JSON.stringify(splitLines(written)))
    }
  })

  it('writes lines like JSON.stringify', () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(linesToJson(Buffer.from(written)).toString()).toBe(JSON.stringify(splitLines(written)))
      }),
      { examples: ['', '\n', '\r', '\r\n', '\r\r\n', 'a\n\r', '\n\n', 'a\r\nb'].map((each): [string] => [each]) },
    )
  })

  it('writes the lines of large texts in their place', async () => {
    const unit = 'é"\\\t\0\r\nb\r\rc\n'
    for (const end of ['', '\n', '\r\n', '\r']) {
      const written = unit.repeat(2 ** 15) + end
      const piece = linesPiece(Buffer.from(written))
      expect(piece).toHaveProperty('writeTo')
      expect((await joinBytes(['a', piece, 'b'])).toString()).toBe(`a${JSON.stringify(splitLines(written))}b`)
    }
  })
})

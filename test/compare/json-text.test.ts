import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toJson } from '../../src/compare/json-text.ts'

it('writes what JSON.stringify writes', () => {
  const text = fc.string({ unit: fc.oneof(fc.constantFrom(...'"\\/\n\t\b\f\r\0\x1b\x7f\u2028é😀'), fc.string()) })
  fc.assert(
    fc.property(text, (written) => {
      expect(Buffer.from(toJson(Buffer.from(written))).toString()).toBe(JSON.stringify(written))
    }),
  )
})

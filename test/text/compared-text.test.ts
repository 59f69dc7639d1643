import fc from 'fast-check'
import { expect, it } from 'vitest'
import { comparedText } from '../../src/text/compared-text.ts'
import { decodeText } from '../../src/text/encoding.ts'
import { normalizeLineEnds } from '../../src/text/lines.ts'

const mark = (...bytes: number[]) => Buffer.from(bytes)
const text = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀', '\r', '\n', '\r\n', '\ufeff') })

const stored = fc.oneof(
  text.map((written) => Buffer.from(written)),
  text.map((written) => Buffer.concat([mark(0xef, 0xbb, 0xbf), Buffer.from(written)])),
  text.map((written) => Buffer.concat([mark(0xff, 0xfe), Buffer.from(written, 'utf16le')])),
  text.map((written) => Buffer.concat([mark(0xfe, 0xff), Buffer.from(written, 'utf16le').swap16()])),
  text.map((written) => Buffer.from(written, 'latin1')),
  fc.uint8Array(),
)

it('comparedText returns the decoded text with LF as every line end', () => {
  fc.assert(
    fc.property(stored, (bytes) => {
      expect(Buffer.from(comparedText(bytes)).toString()).toBe(normalizeLineEnds(decodeText(bytes)))
    }),
    { numRuns: 1000 },
  )
})

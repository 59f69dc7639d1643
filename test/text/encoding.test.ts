import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decodeText, isBinary, isBinaryInPieces } from '../../src/text/encoding.ts'
import { splitLines } from '../../src/text/lines.ts'
import { anyCharacter } from '../support/any-character.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

const utf16le = (text: string) => bytes([0xff, 0xfe], [...Buffer.from(text, 'utf16le')])
const utf16be = (text: string) => bytes([0xfe, 0xff], [...Buffer.from(text, 'utf16le').swap16()])

/** Text that a person could have written: whole characters, no NUL, no byte order mark at the start. */
const written = fc
  .string({
    unit: fc.oneof(fc.constantFrom(...'ab \t\r\nÄéÿ€漢😀'), anyCharacter),
  })
  .filter((text) => !text.includes('\0') && !text.startsWith('\ufeff'))

describe('decodeText', () => {
  it.each([
    ['plain ASCII', bytes('a\r\nb'), 'a\r\nb'],
    ['UTF-8', bytes('Größe 漢字 😀'), 'Größe 漢字 😀'],
    ['UTF-8 with a byte order mark', bytes([0xef, 0xbb, 0xbf], 'Größe'), 'Größe'],
    ['only one of two byte order marks', bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], 'a'), '\ufeffa'],
    ['windows-1252', bytes([0x80, 0x20, 0x93, 0xc4, 0x94, 0x85]), '€ “Ä”…'],
    ['windows-1252 after a UTF-8 byte order mark', bytes([0xef, 0xbb, 0xbf, 0x80]), '€'],
    ['UTF-16 little-endian', utf16le('Größe 😀'), 'Größe 😀'],
    ['UTF-16 big-endian', utf16be('Größe 😀'), 'Größe 😀'],
    ['an empty file', bytes(), ''],
    ['only a byte order mark', bytes([0xff, 0xfe]), ''],
  ])('reads %s', (_, from, text) => {
    expect(decodeText(from)).toBe(text)
  })

  it('returns any text that was written as UTF-8 or UTF-16', () => {
    fc.assert(
      fc.property(written, (text) => {
        expect(decodeText(Buffer.from(text))).toBe(text)
        expect(decodeText(bytes([0xef, 0xbb, 0xbf], text))).toBe(text)
        expect(decodeText(utf16le(text))).toBe(text)
        expect(decodeText(utf16be(text))).toBe(text)
      }),
    )
  })

  it('decodes any bytes to well-formed text, with one character per byte in windows-1252', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (any) => {
        const text = decodeText(any)
        expect(Buffer.from(text).toString()).toBe(text)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abc€ÄÖ…“”é') }), (text) => {
        const from = bytes([...iconv.encode(`${text}é`, 'windows-1252')])
        expect(decodeText(from)).toBe(`${text}é`)
      }),
    )
  })
})

describe('splitLines', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\n', ['a', '']],
    ['\n', ['']],
    ['a\r\nb\rc\nd', ['a', 'b', 'c', 'd']],
    ['a\r\r\nb', ['a', '', 'b']],
    ['a\n\rb', ['a', '', 'b']],
    ['a\u2028b\u0085c\fd', ['a\u2028b\u0085c\fd']],
  ])('splits %j at its line ends', (text, lines) => {
    expect(splitLines(text)).toEqual(lines)
  })
})

describe('isBinary', () => {
  it.each([
    ['an empty file', bytes()],
    ['an ini file', bytes('[General]\r\nsLanguage=ENGLISH\r\n')],
    ['tabs, form feeds, escapes and a DOS end of file', bytes('a\tb\f\x1b[0m\x1a')],
    ['a stray control character', bytes('a\x01')],
    ['windows-1252', bytes('gr', [0xfc], 'n')],
    ['a legacy code page', bytes([0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x0d, 0x0a])],
    ['UTF-16 little-endian', utf16le('[General]\r\n')],
    ['UTF-16 big-endian', utf16be('[General]\r\n')],
    ['letters that begin like an executable', bytes('MZ is short for Mark Zbikowski')],
  ])('accepts %s', (_, from) => {
    expect(isBinary(from)).toBe(false)
  })

  it.each([
    ['a NUL byte', bytes('a\0b')],
    ['a NUL byte at the very end', bytes('a'.repeat(100_000), [0])],
    ['UTF-16 without a byte order mark', bytes([...Buffer.from('[General]', 'utf16le')])],
    ['UTF-16 with a NUL', utf16le('a\0b')],
    ['UTF-32', bytes([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ['UTF-16 with a lone surrogate', bytes([0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00])],
    ['UTF-16 cut inside a character', bytes([0xff, 0xfe, 0x61])],
    ['a PNG file', bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['a JPEG file', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['a zip file', bytes('PK', [3, 4, 0x14])],
    ['a PDF file', bytes('%PDF-1.7\n')],
    ['control characters', bytes([1, 2, 3, 4, 5, 6])],
  ])('refuses %s', (_, from) => {
    expect(isBinary(from)).toBe(true)
  })

  it('returns the same for the pieces of a file as for the whole file, wherever it is cut', () => {
    const written = fc.string({ unit: fc.constantFrom(...'a=\r\n漢字'), maxLength: 40 })
    const han = fc.string({ unit: fc.constantFrom(...'漢字'), minLength: 8, maxLength: 20 })
    const text = fc.oneof(
      written.map((some) => Buffer.from(some)),
      fc.oneof(written, han).map(utf16le),
      fc.uint8Array(),
    )
    const head = fc.constantFrom<number[]>(
      [],
      [0],
      [0xff, 0xfe],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a],
      [0xfd, 0x37, 0x7a, 0x58, 0x5a],
    )
    const tail = fc.constantFrom<number[]>([], [0], [0x61])
    const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 4 })
    fc.assert(
      fc.property(head, text, tail, cuts, (head, text, tail, cuts) => {
        const whole = bytes(head, [...text], tail)
        const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length]
        const pieces = places.slice(1).map((end, index) => whole.subarray(places[index], end))
        expect(isBinaryInPieces(pieces)).toBe(isBinary(whole))
      }),
      { numRuns: 300 },
    )
  })
})

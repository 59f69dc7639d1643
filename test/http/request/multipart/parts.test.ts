import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitParts } from '../../../../src/http/request/multipart/parts.ts'

/** Returns the parts of a body that arrives in these chunks: the head and the content of each. */
async function partsOf(chunks: Buffer<ArrayBuffer>[], boundary: string) {
  const parts: [head: string, content: string][] = []
  const body = (async function* () {
    yield* chunks
  })()
  for await (const piece of splitParts(body, boundary)) {
    const part = parts.at(-1)
    if ('head' in piece) parts.push([piece.head.toString('latin1'), ''])
    else if (part !== undefined) part[1] += piece.content.toString('latin1')
  }
  return parts
}

/** Cuts bytes into chunks at these places. */
const cut = (bytes: Buffer<ArrayBuffer>, places: readonly number[]) =>
  [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length].map((from, at, all) =>
    bytes.subarray(from, all[at + 1] ?? bytes.length),
  )

const places = fc.array(fc.nat(2000), { maxLength: 12 })
const boundary = fc.constantFrom('b', '-', '--', '----WebKitFormBoundaryabc', "'()+_,-./:=? x", 'é')
const noise = fc
  .array(fc.constantFrom('\r', '\n', '-', 'b', '--b', '\n--b', '\r\n-', 'x', '\0', 'é', ' '), { maxLength: 12 })
  .map((pieces) => pieces.join(''))
const padding = fc.constantFrom('', ' ', '\t', ' \t ')
const head = fc.array(fc.constantFrom('A: 1', 'B: x; y="z"', 'C:'), { maxLength: 3 })

it('every part of a form is returned as it was sent, wherever the body is cut', async () => {
  const part = fc.record({ head, content: noise, padding, isBare: fc.boolean() })
  const form = fc.record({
    boundary,
    parts: fc.array(part, { maxLength: 5 }),
    before: fc.boolean(),
    end: padding,
    places,
  })
  await fc.assert(
    fc.asyncProperty(form, async ({ boundary: b, parts, before, end, places }) => {
      const delimiter = `\r\n--${b}`
      const sent = parts.map(({ head, content, isBare }): [string, string] => [
        head.join('\r\n'),
        isBare ? '' : content,
      ])
      fc.pre(sent.every(([, content]) => !`\r\n${content}`.includes(delimiter)))
      const body = parts.map(({ head, content, padding, isBare }) =>
        // A part without content may end with its last header.
        isBare
          ? `${delimiter}${padding}\r\n${head.map((line) => `${line}\r\n`).join('')}`
          : `${delimiter}${padding}\r\n${head.map((line) => `${line}\r\n`).join('')}\r\n${content}`,
      )
      const whole = Buffer.from(
        `${before ? 'text before' : ''}${body.join('')}${delimiter}--${end}\r\n--${b}\r\n`.slice(before ? 0 : 2),
        'latin1',
      )
      expect(await partsOf(cut(whole, places), Buffer.from(b, 'latin1').toString('latin1'))).toEqual(sent)
    }),
    { numRuns: 2000 },
  )
})

it('a form has the same parts or the same error, wherever the body is cut', async () => {
  const token = fc.constantFrom('--b', '--b', '\r\n', '\r\n', '--', '\r\n\r\n', 'A: 1', ' ', 'x', '\n', '-', '\r')
  const body = fc.array(token, { maxLength: 20 }).map((tokens) => Buffer.from(`--b\r\n${tokens.join('')}`))
  const outcome = (chunks: Buffer<ArrayBuffer>[]) => partsOf(chunks, 'b').catch(({ message }) => message)
  await fc.assert(
    fc.asyncProperty(body, places, async (bytes, where) => {
      expect(await outcome(cut(bytes, where))).toEqual(await outcome([bytes]))
    }),
    { numRuns: 3000 },
  )
})

it.for([
  ['text after a boundary', '--b x\r\nA: 1\r\n\r\nx\r\n--b--\r\n'],
  ['a longer line that begins with the boundary', '--b\r\nA: 1\r\n\r\nx\r\n--bc\r\n--b--\r\n'],
  ['text after the last boundary', '--b\r\nA: 1\r\n\r\nx\r\n--b--c\r\n'],
  ['a first boundary within a line', 'x--b\r\nA: 1\r\n\r\nx\r\n--b--\r\n'],
  ['a first boundary after a line feed', 'x\n--b\r\nA: 1\r\n\r\nx\r\n--b--\r\n'],
  ['line feeds only', '--b\nA: 1\n\nx\n--b--\n'],
  ['no last boundary', '--b\r\nA: 1\r\n\r\nx\r\n--b\r\n'],
  ['a head without an end', `--b\r\nA: ${'x'.repeat(20_000)}`],
] as const)('a form is refused if it has %s', async ([, body]) => {
  await expect(partsOf([Buffer.from(body)], 'b')).rejects.toMatchObject({ kind: 'malformed' })
})

it('a body without bytes has no parts', async () => {
  expect(await partsOf([], 'b')).toEqual([])
})

import fc from 'fast-check'
import fastify from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { byteCounting, createByteBudget } from '../../../src/http/limits/byte-budget.ts'
import { bodyParsing } from '../../../src/http/request/bodies.ts'
import { formParsing, formReader } from '../../../src/http/request/form.ts'
import type { FormFile } from '../../../src/http/request/upload.ts'
import { createErrorHandler } from '../../../src/http/response/error-handler.ts'
import { it } from '../../support/it.ts'

/** Returns a function that uploads a form and returns the files that the server has read, or the status of its refusal. */
async function formServer() {
  const app = fastify()
  onTestFinished(() => app.close())
  app.setErrorHandler(createErrorHandler())
  app.decorate('trustsProxy', false)
  await app.register(byteCounting, { budget: createByteBudget() })
  await app.register(bodyParsing)
  await app.register(formParsing)
  const preValidation = formReader({ maxFiles: 5, maxFileBytes: 1_000, maxBodyBytes: 10_000 })
  app.post<{ Body: { files: FormFile[] } }>('/', { preValidation, handler: async ({ body: { files } }) => files })
  return async (body: Buffer, boundary: string) => {
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
    const { statusCode, json } = await app.inject({ method: 'POST', url: '/', headers, payload: body })
    if (statusCode !== 200) return statusCode
    return json().map((file: { name: string; pieces: { data: number[] }[] }) => [
      file.name,
      Buffer.from(file.pieces.flatMap(({ data }) => data)).toString('latin1'),
    ])
  }
}

/** Returns the files that a body has, by cutting it at its boundaries, or undefined if it is no usual form. */
function filesIn(body: string): string[][] | undefined {
  const [, parts] = /^--b(\r\n.*?)\r\n--b--/s.exec(body) ?? []
  return parts?.split('\r\n--b').map((part) => {
    const [, name = '', content = ''] = /^[ \t]*\r\n[^"]*"files"; filename="(\w)"(?:\r\n\r\n(.*))?$/s.exec(part) ?? []
    return [name, content]
  })
}

const boundary = fc.constantFrom('b', '-', '--', '----WebKitFormBoundaryabc', "'()+_,-./:=? x")
const noise = fc
  .array(fc.constantFrom('\r', '\n', '-', 'b', '--b', '\n--b', '\r\n-', 'x', '\0', 'é', ' '), { maxLength: 12 })
  .map((pieces) => pieces.join(''))
const padding = fc.constantFrom('', ' ', '\t', ' \t ')

it('every file of a form is read as it was sent, with every byte', async () => {
  const upload = await formServer()
  const part = fc.record({ content: noise, padding, isBare: fc.boolean() })
  const parts = fc.array(part, { minLength: 1, maxLength: 5 })
  const form = fc.record({ boundary, parts, hasPreamble: fc.boolean(), end: padding })
  await fc.assert(
    fc.asyncProperty(form, async ({ boundary: b, parts, hasPreamble, end }) => {
      const delimiter = `\r\n--${b}`
      const sent = parts.map(({ content, isBare }, at) => [String(at), isBare ? '' : content])
      fc.pre(sent.every(([, content]) => !`\r\n${content}`.includes(delimiter)))
      const body = parts.map(({ content, padding, isBare }, at) => {
        const head = `${delimiter}${padding}\r\nContent-Disposition: form-data; name="files"; filename="${at}"\r\n`
        return isBare ? head : `${head}\r\n${content}` // a part without content may end with its last header
      })
      const text = `${hasPreamble ? 'text before' : ''}${body.join('')}${delimiter}--${end}\r\n--${b}\r\n`
      expect(await upload(Buffer.from(text.slice(hasPreamble ? 0 : 2), 'latin1'), b)).toEqual(sent)
    }),
    { numRuns: 1500 },
  )
})

it('a form of random bytes is read as its boundaries say, or refused with 400', async () => {
  const upload = await formServer()
  const usual = '\r\n--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nx'
  const token = fc.constantFrom(usual, usual, usual, '--b', '\r\n', '--', '\r\n\r\n', 'A: 1', ' ', 'x', '\n', '-', '\r')
  let read = 0
  await fc.assert(
    fc.asyncProperty(fc.array(token, { maxLength: 6 }), async (tokens) => {
      const body = `${usual}${tokens.join('')}\r\n--b--\r\n`.slice(2)
      const files = await upload(Buffer.from(body, 'latin1'), 'b')
      if (files === 400 || files === 422) return
      read += 1
      expect({ body, files }).toEqual({ body, files: filesIn(body) })
    }),
    { numRuns: 1500 },
  )
  expect(read).toBeGreaterThan(100)
})

it.for([
  ['text after a boundary', '--b x\r\nA: 1\r\n\r\nx\r\n--b--\r\n'],
  ['a longer line that begins with the boundary', '--b\r\nA: 1\r\n\r\nx\r\n--bc\r\n--b--\r\n'],
  ['text after the last boundary', '--b\r\nA: 1\r\n\r\nx\r\n--b--c\r\n'],
  ['a first boundary within a line', 'x--b\r\nA: 1\r\n\r\nx\r\n--b--\r\n'],
  ['a first boundary after a line feed', 'x\n--b\r\nA: 1\r\n\r\nx\r\n--b--\r\n'],
  ['line feeds only', '--b\nA: 1\n\nx\n--b--\n'],
  ['no last boundary', '--b\r\nA: 1\r\n\r\nx\r\n--b\r\n'],
  ['a head that is too long', `--b\r\nA: ${'x'.repeat(9_000)}`],
] as const)('a form is refused if it has %s', async ([, body]) => {
  const upload = await formServer()
  const disposition = 'Content-Disposition: form-data; name="files"; filename="a"'
  expect(await upload(Buffer.from(body.replace('A: 1', disposition)), 'b')).toBe(400)
})

it('a body without bytes has no parts', async () => {
  const upload = await formServer()
  expect(await upload(Buffer.from(''), 'b')).toEqual([])
})

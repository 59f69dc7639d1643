import { readFileSync } from 'node:fs'
import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { makeLists } from '../../support/requests/forms.ts'

const read = (path: string) => readFileSync(path, 'utf8')

/** The codes of each status, as the table of docs/api.md has them. */
const CODES = new Map(
  [...read('docs/api.md').matchAll(/^\| (\d{3}) \| (`[^|]+) \|/gm)].map(([, status, codes = '']) => [
    Number(status),
    [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => code),
  ]),
)

/** All routes, as docs/architecture.md has them, with text and with values that exist in the place of parameters. */
const ROUTES = [...read('docs/architecture.md').matchAll(/^ {2}([A-Z]+) (\/\S*)/gm)].flatMap(
  ([, method = '', path = '']) => {
    const known = path
      .replace(':slug1', 'a')
      .replace(/:slug2?/, 'b')
      .replace(':game', '4')
      .replace(':revision', '1')
    return [path.replaceAll(/:\w+|\*/g, 'nothing'), known.replaceAll(/:\w+|\*/g, 'x')]
      .filter((filled, at, all) => all.indexOf(filled) === at)
      .map((filled) => ({ method: method as 'GET', path: filled }))
  },
)

const BODIES = [
  ['application/json', '{'],
  ['application/json', '{"a":1}'],
  ['application/x-www-form-urlencoded', 'a=%zz'],
  ['multipart/form-data; boundary=x', '--x\r\nhello'],
  ['text/plain', 'x'],
] as const

/** Returns what is wrong with the code of a response, or undefined. */
function wrongOf(status: number, code: string | undefined): string | undefined {
  if (status < 400) return code === undefined ? undefined : `${status} ${code}`
  if (status === 500) return '500'
  return CODES.get(status)?.includes(code ?? '') === true ? undefined : `${status} ${code}`
}

it('every error of every route, as JSON or as a page, has an Error-Code that docs/api.md has for its status', async ({
  api,
  app,
}) => {
  expect([CODES.get(404)?.length, ROUTES.length > 200]).toEqual([6, true])
  await makeLists(api, { A: { 'modlist.txt': '+A\n' }, B: { 'modlist.txt': '+B\n' } })
  const wrong: string[] = []
  for (const { method, path } of ROUTES) {
    for (const accept of ['application/json', 'text/html']) {
      const check = async (request: InjectOptions) => {
        const sent = { method, url: path, ...request, headers: { accept, ...request.headers } }
        const { statusCode, headers } = await app.inject(sent)
        const found = wrongOf(statusCode, headers['error-code']?.toString())
        if (found !== undefined) wrong.push(`${JSON.stringify(sent)}: ${found}`)
      }
      await check({})
      if (method === 'GET') await check({ method: 'DELETE' })
      if (accept === 'text/html') continue // the rest only makes other messages
      await check({ url: `${path}?page[size]=x&format=xml&include=x&%` })
      if (method === 'GET') continue
      for (const [type, payload] of BODIES) await check({ headers: { 'content-type': type }, payload })
    }
  }
  expect(wrong).toEqual([])
})

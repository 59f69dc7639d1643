import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Sets headers of a response by its own methods, as Fastify and Node have them. */
const SETTING = /\.(headers?|setHeader|writeHead|appendHeader)\(/

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))

it('headers of responses are set in src/http alone', () => {
  const setting = files.filter((path) => SETTING.test(readFileSync(`src/${path}`, 'utf8')))
  const [inHttp, others] = [true, false].map((isHttp) => setting.filter((path) => path.startsWith('http/') === isHttp))

  expect(inHttp).toContain('http/response/headers.ts')
  expect(others).toEqual([])
})

import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { FIELD_PARTS, FORM_TYPE, formBody, type Part } from '../../support/requests/parts.ts'
import { bare, exchange, headOf, request, send, serve } from '../../support/requests/wire.ts'

const MIB = 2 ** 20

/** Returns a form with files of these sizes. */
const form = (...sizes: number[]): Buffer =>
  formBody([
    ...FIELD_PARTS,
    ...sizes.map(
      (size, index): Part => [
        `name="files[]"; filename="${index}.txt"`,
        'A mod\r\n'.repeat(size / 7 + 1).slice(0, size),
      ],
    ),
  ])

const head = (path = '/v1/lists', ...more: string[]) => headOf(`POST ${path}`, `Content-Type: ${FORM_TYPE}`, ...more)

const eleven = Array.from({ length: 11 }, () => MIB)

it('a client that uploads before it reads gets 413 for a body over 8 MiB, and nothing is stored', async ({
  catalog,
  db,
}) => {
  const answer = await send(await serve(catalog), request(head(), form(...eleven)))

  expect(answer).toMatchObject({ status: 413, headers: { 'content-type': 'application/json; charset=utf-8' } })
  expect(JSON.parse(answer.text)).toEqual({ message: expect.stringMatching(/large/) })
  expect([await db.list.count(), await db.file.count()]).toEqual([0, 0])
})

it('a client that uploads before it reads gets 422 for a file over 1 MiB, and nothing is stored', async ({
  catalog,
  db,
}) => {
  const answer = await send(await serve(catalog), request(head(), form(10, MIB + 1, MIB, MIB, MIB)))

  expect(answer.status).toBe(422)
  const { message, errors } = JSON.parse(answer.text)
  expect(Object.values(errors)).toEqual([[message]])
  expect([await db.list.count(), await db.file.count()]).toEqual([0, 0])
})

it('a client that uploads before it reads gets the response of a request whose body is not used', async ({
  catalog,
  db,
  signIn,
}) => {
  const port = await serve(catalog)
  const reader = `Authorization: Bearer ${await signIn('reader', { abilities: ['read'] })}`
  const author = `Authorization: Bearer ${await signIn('author')}`
  const body = form(MIB, MIB, MIB, MIB, MIB)
  for (const [status, start] of [
    [401, head('/v1/lists', 'Authorization: Bearer wrong')],
    [403, head('/v1/lists', reader)],
    [404, head('/v1/lists/nothing', author)],
    [404, head('/v1/nothing')],
    [405, head('/v1/games')],
  ] as const) {
    const answer = await send(port, request(start, body))
    expect([answer.status, Object.keys(JSON.parse(answer.text))]).toEqual([status, ['message']])
  }
  expect([await db.list.count(), await db.file.count()]).toEqual([0, 0])
})

it('a keep-alive connection stays usable after a refused upload', async ({ catalog }) => {
  const refused = head('/v1/lists', 'Authorization: Bearer wrong').filter((line) => !line.startsWith('Connection'))
  const answers = await exchange(await serve(catalog), request(refused, form(MIB, MIB, MIB)), bare('GET /v1/games'))

  expect(answers.map(({ status }) => status)).toEqual([401, 200])
})

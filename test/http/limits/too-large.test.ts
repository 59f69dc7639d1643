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

it('a client that uploads before it reads gets the refusal of its request, and nothing is stored', async ({
  catalog,
  db,
  signIn,
}) => {
  const port = await serve(catalog)
  const reader = `Authorization: Bearer ${await signIn('reader', { abilities: ['read'] })}`
  const author = `Authorization: Bearer ${await signIn('author')}`
  const body = form(MIB, MIB, MIB, MIB, MIB)
  for (const [status, start, sent = body] of [
    [401, head('/v1/lists', 'Authorization: Bearer wrong')],
    [403, head('/v1/lists', reader)],
    [404, head('/v1/lists/nothing', author)],
    [404, head('/v1/nothing')],
    [405, head('/v1/games')],
    [413, head(), form(...Array.from({ length: 11 }, () => MIB))],
    [422, head(), form(10, MIB + 1, MIB, MIB, MIB)],
  ] as const) {
    const answer = await send(port, request(start, sent))
    expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/json; charset=utf-8' } })
    expect(Object.keys(JSON.parse(answer.text))).toEqual(status === 422 ? ['message', 'errors'] : ['message'])
  }
  expect([await db.list.count(), await db.file.count()]).toEqual([0, 0])
})

it('a keep-alive connection stays usable after a refused upload', async ({ catalog }) => {
  const refused = head('/v1/lists', 'Authorization: Bearer wrong').filter((line) => !line.startsWith('Connection'))
  const answers = await exchange(await serve(catalog), request(refused, form(MIB, MIB, MIB)), bare('GET /v1/games'))

  expect(answers.map(({ status }) => status)).toEqual([401, 200])
})

import { createUser } from '../../src/accounts/service.ts'
import { signIn } from '../../src/accounts/sessions/service.ts'
import { issueToken } from '../../src/accounts/tokens/service.ts'
import { openDatabase } from '../../src/db/client.ts'
import { FIELD_PARTS, FORM_TYPE, formBody, type Part } from '../../test/support/requests/parts.ts'
import { addRates, drive, ratesTable, type Subject } from '../support/drive.ts'
import { startPostgres } from '../support/postgres.ts'
import { startCatalog } from '../support/processes.ts'
import { modList, randomFrom } from '../support/random.ts'
import type { BenchOptions } from '../support/report.ts'

/** Requests per second of a signed-in user, as a share of those of the other one: each may cost 1.1 times as much. */
const GOAL = '0.91'

/** Measures cached pages for signed-in and anonymous readers, and uploads by session and by token. */
export async function benchSignedIn({ quick, markdown }: BenchOptions): Promise<void> {
  const postgres = await startPostgres()
  const database = await postgres.database({ lists: quick ? 500 : 20_000, bytes: [200], variants: 10 })
  const { cookie, token } = await makeUser(database)
  const server = await startCatalog(database)
  try {
    const body = upload()
    const create = async () => {
      const answer = await fetch(`${server.url}/v1/lists`, {
        method: 'POST',
        headers: { 'content-type': FORM_TYPE },
        body: new Uint8Array(body),
      })
      return ((await answer.json()) as { data: { slug: string } }).data.slug
    }
    const html = { accept: 'text/html', 'accept-encoding': 'gzip' }
    const own = { ...html, cookie }
    const byToken = () => ({ headers: { 'content-type': FORM_TYPE, authorization: `Bearer ${token}` }, body })
    const bySession = () => ({
      headers: { 'content-type': FORM_TYPE, accept: 'application/json', 'sec-fetch-site': 'same-origin', cookie },
      body,
    })
    const pages = Object.entries({ list: `/lists/${await create()}`, collection: '/lists', front: '/' })
    const subjects = [
      ...pages.flatMap(([name, path]): Subject[] => [
        { name: `${name}, anonymous`, server, path, headers: html },
        { name: `${name}, signed in`, server, path, headers: own },
      ]),
      { name: 'name for the header', server, path: '/account/header', headers: own },
      { name: 'upload, token', server, path: '/v1/lists', status: 201, body: byToken },
      { name: 'upload, session', server, path: '/upload', status: 201, body: bySession },
    ]
    const options = { rounds: quick ? 1 : 5, seconds: quick ? 1 : 2, connections: 8, postgres: postgres.pid }
    const results = await drive(subjects, options)
    const table = ratesTable()
    addRates(table, results, {
      ...Object.fromEntries(pages.map(([name]) => [`${name}, signed in`, [`${name}, anonymous`, GOAL]])),
      'upload, session': ['upload, token', GOAL],
    })
    process.stdout.write(`${table.print('signed-in', markdown)}\n`)
  } finally {
    await postgres.close()
  }
}

/** Creates a user. Returns the cookies of a session, and a token. */
async function makeUser(url: string): Promise<{ cookie: string; token: string }> {
  const db = openDatabase(url)
  const context = { db, clock: () => new Date() }
  const { id, name: user } = await createUser(context, { name: 'Reader', verified: false })
  const token = await issueToken(context, { user, abilities: ['create'], label: null, lifetime: null })
  const secret = await signIn(context, db, id, { userAgent: undefined, oldSession: undefined })
  // Each has been used before, so that no measured request stores the first use.
  await db.apiToken.updateMany({ data: { lastUsedOn: new Date() } })
  await db.$disconnect()
  return { cookie: `session=${secret}; signed-in=12345678`, token }
}

/** Returns the form of a list of three files. */
function upload(): Buffer {
  const random = randomFrom(1)
  const files = [60_000, 4_000, 500].map(
    (bytes, at): Part => [`name="files[]"; filename="${at}.txt"`, modList(random, bytes)],
  )
  return formBody([...FIELD_PARTS, ['name="expires"', 'perm'], ...files])
}

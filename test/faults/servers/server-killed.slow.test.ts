import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sweep } from '../../../src/startup/sweep.ts'
import { contextOf, ownDatabase } from '../../support/database/own.ts'
import { type Answer, ask, browse, formOf, inParallel, pagesOf, report } from '../../support/faults/traffic.ts'
import { kill } from '../../support/processes/embedded-clients.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { startServer, stop } from '../../support/processes/programs.ts'
import { bearer, userToken } from '../../support/requests/authorization.ts'

const WRITES = 200
const KILLS = 5
const OWN = 20

/** Returns the files of a write. Its number determines their content; the second file is shared by many lists. */
const filesOf = (write: number): Record<string, string> => ({
  'state.txt': `state ${write}\r\n${createHash('sha512')
    .update(`${write}`)
    .digest('hex')
    .repeat(1 + (write % 300))}\r\n`,
  'shared.txt': `shared ${write % 10}\r\n`,
})

interface Shown {
  slug: string
  version: string
  files: { clean_name: string; content: string[] }[]
}

/** Whether a list equals one write, byte for byte. */
function isWhole({ version, files }: Shown): boolean {
  const sent = filesOf(Number(version))
  const shown = files.map(({ clean_name, content }) => [clean_name, content.map((line) => `${line}\r\n`).join('')])
  return JSON.stringify(shown) === JSON.stringify(Object.entries(sent))
}

/** Returns the status of a write by the API, and the slug of its list if it succeeded. */
async function sent(answer: Promise<Answer>): Promise<{ status: number; slug: string }> {
  const { status, body } = await answer
  return { status, slug: status === 200 || status === 201 ? (JSON.parse(body).data as Shown).slug : '' }
}

it('a server that is killed repeatedly keeps every write that returned success, and no part of another', async () => {
  const url = await ownDatabase()
  const context = contextOf(url)
  const token = await userToken(context, 'Ada')

  const environment = { DATABASE_URL: url, PORT: String(await freePort()), WRITE_RATE_LIMIT: '0' }
  let server = await startServer(environment)
  const { address } = server
  const headers = bearer(token)
  const send = (path: string, write: number, more = {}) =>
    ask(`${address}${path}`, {
      method: 'POST',
      headers,
      body: formOf(`List ${write}`, filesOf(write), { version: `${write}`, ...more }),
    })

  /** Uploads a list by the website's form, which redirects to the list. */
  const sendForm = async (write: number) => {
    const fields = { version: `${write}`, token }
    const body = formOf(`List ${write}`, filesOf(write), fields)
    const { status, headers } = await browse(`${address}/upload`, { method: 'POST', body })
    return { status: status === 303 ? 201 : status, slug: headers.get('location')?.split('/').at(-1) ?? '' }
  }

  /** The last write of each slug that returned success. */
  const answered = new Map<string, number>()
  /** Writes whose outcome is unknown, because no success was returned. */
  const unanswered = new Set<number>()
  const slugs: string[] = []
  /** All writes of these lists that returned success, by slug. Each must be a revision. */
  const revisions = new Map<string, number[]>()
  for (let write = 0; write < OWN; write++) {
    const { slug } = JSON.parse((await send('/v1/lists', write)).body).data as Shown
    slugs.push(slug)
    answered.set(slug, write)
    revisions.set(slug, [write])
  }

  let restarting: Promise<void> = Promise.resolve()
  const restart = async () => {
    await kill(server.child)
    server = await startServer(environment)
  }
  let recoveries = 0
  let done = 0
  await inParallel(WRITES, 8, async (number) => {
    const write = OWN + number
    const own = slugs[number % OWN] ?? ''
    await restarting
    // A list is never updated twice at a time, so that the last successful update of each is known.
    const isUpdate = number % 2 === 1 && answered.delete(own)
    const { status, slug } = isUpdate
      ? await sent(send(`/v1/lists/${own}`, write, { _method: 'PUT' }))
      : await (number % 4 === 0 ? sendForm(write) : sent(send('/v1/lists', write)))
    if (status === 200 || status === 201) answered.set(slug, write)
    if (status === 200) revisions.get(own)?.push(write)
    if (status !== 200 && status !== 201) unanswered.add(write)
    done++
    // The other seven clients have requests in flight.
    if (done % Math.floor(WRITES / (KILLS + 1)) === 0 && recoveries < KILLS) {
      recoveries++
      restarting = restart()
    }
  })
  await restarting

  let lost = 0
  let half = 0
  let unshown = 0
  for (const [slug, write] of answered) {
    const { status, body } = await ask(`${address}/v1/lists/${slug}`)
    const page = await browse(`${address}/lists/${slug}`)
    if (page.status !== 200 || !page.body.includes(`<bdi>${write}</bdi></h1>`)) unshown++
    const list = status === 200 ? (JSON.parse(body).data as Shown) : undefined
    if (list?.version !== `${write}`) lost++
    else if (!isWhole(list)) half++
  }
  const all = JSON.parse((await ask(`${address}/v1/lists?page[size]=all`)).body).data as Shown[]
  for (const { slug } of all) {
    const list = JSON.parse((await ask(`${address}/v1/lists/${slug}`)).body).data as Shown
    if (!isWhole(list)) half++
    if (answered.get(slug) === undefined && !slugs.includes(slug) && !unanswered.has(Number(list.version))) half++
  }
  for (const path of pagesOf(slugs[0] ?? '', slugs[1] ?? '')) {
    if ((await browse(address + path)).status !== 200) unshown++
  }
  // A file that nothing links yet is kept for an hour.
  await sweep({ ...context, clock: () => new Date(Date.now() + 2 * 3_600_000) })
  for (const [slug, writes] of revisions) {
    const page = await ask(`${address}/v1/lists/${slug}/revisions?page[size]=all`)
    const numbers = (JSON.parse(page.body).data as { revision: number }[]).map(({ revision }) => revision)
    if (numbers.toString() !== numbers.map((_, at) => numbers.length - at).toString()) half++
    const kept = new Set<number>()
    for (const number of numbers) {
      const past = JSON.parse((await ask(`${address}/v1/lists/${slug}/revisions/${number}`)).body).data as Shown
      if (!isWhole(past)) half++
      kept.add(Number(past.version))
    }
    lost += writes.filter((write) => !kept.has(write)).length
    half += [...kept].filter((write) => !writes.includes(write) && !unanswered.has(write)).length
  }
  const orphans = await context.db.file.count({ where: { lists: { none: {} }, revisions: { none: {} } } })

  report('server killed under uploads', {
    tried: WRITES,
    kills: recoveries,
    unanswered: unanswered.size,
    lost,
    half,
    orphans,
    'pages that lack it': unshown,
  })
  expect({ lost, half, orphans, unshown, kills: recoveries }).toEqual({
    lost: 0,
    half: 0,
    orphans: 0,
    unshown: 0,
    kills: KILLS,
  })
  expect(unanswered.size).toBeGreaterThan(0)
  await stop(server)
})

import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ownDatabase } from '../../support/database/own.ts'
import { query } from '../../support/database/query.ts'
import { ask, create, metric, report } from '../../support/faults/traffic.ts'
import { kill } from '../../support/processes/embedded-clients.ts'
import { startServer } from '../../support/processes/programs.ts'

const UPLOADS = 800
const PER_SECOND = 100

/** Every so many lists, one is looked for as soon as it is stored. */
const WATCHED = 20

/** How long a list may take to be found, in milliseconds. */
const FOUND_MS = 30_000

const modsOf = (list: number) => ['All', `Third ${list % 3}`, `Own ${list}`, ...fillers(list)]
const fillers = (list: number) => Array.from({ length: 100 }, (_, at) => `Filler ${(list * 7 + at) % 500}`)

it('lists are found within 30 s under 100 uploads a second, and all are counted once, although a server is killed', async () => {
  const url = await ownDatabase()
  const environment = { DATABASE_URL: url, WRITE_RATE_LIMIT: '0', LOG_LEVEL: 'error' }
  const [lasting, killed] = await Promise.all([startServer(environment), startServer(environment)])
  const totalOf = async (name: string) => {
    const { body } = await ask(`${lasting.address}/v1/lists?page[size]=1&filter[mod]=${encodeURIComponent(name)}`)
    return JSON.parse(body).meta?.total
  }

  const figures = { stored: 0, refused: 0, unanswered: 0, watched: 0 }
  const work: Promise<unknown>[] = []
  async function upload(list: number) {
    const text = modsOf(list).map((name, at) => `${at % 5 === 4 ? '-' : '+'}${name}\n`)
    const server = list % 2 === 0 ? lasting : killed
    const { status } = await create(server, `List ${list}`, { 'modlist.txt': text.join('') })
    if (status !== 201) {
      figures[status === 503 ? 'refused' : 'unanswered']++
      return
    }
    figures.stored++
    if (list % WATCHED > 1) return
    await expect.poll(() => totalOf(`Own ${list}`), { timeout: FOUND_MS, interval: 250 }).toBe(1)
    figures.watched++
  }
  const began = performance.now()
  for (let list = 0; list < UPLOADS; list++) {
    await delay(Math.max(0, began + (list * 1_000) / PER_SECOND - performance.now()))
    if (list === UPLOADS / 2) await kill(killed.child)
    work.push(upload(list))
  }
  await Promise.all(work)
  const waiting = () => metric(lasting, 'mod_index_oldest_seconds')
  await expect.poll(waiting, { timeout: 120_000, interval: 500 }).toBe(0)

  // The counts that the stored files give, whether or not their upload was answered.
  const expected = new Map<string, { lists: number; enabled: number }>()
  const texts = `SELECT convert_from(content, 'UTF8') AS text FROM list_files JOIN files ON id = file_id`
  const files = await query(url, texts)
  for (const { text } of files) {
    for (const line of String(text).trimEnd().split('\n')) {
      const count = expected.get(line.slice(1)) ?? { lists: 0, enabled: 0 }
      expected.set(line.slice(1), count)
      count.lists++
      if (line.startsWith('+')) count.enabled++
    }
  }
  const counts = await query(url, 'SELECT name, lists, enabled FROM mod_counts JOIN mod_names ON id = name_id')
  report('indexing under load', { ...figures, names: expected.size })
  expect(new Map(counts.map(({ name, lists, enabled }) => [name, { lists, enabled }]))).toEqual(expected)
  expect(await totalOf('All')).toBe(files.length)
  expect(await totalOf('Filler 7')).toBe(expected.get('Filler 7')?.lists)
  expect(files.length).toBeGreaterThanOrEqual(figures.stored)
  expect(figures.watched).toBeGreaterThan(10)
})

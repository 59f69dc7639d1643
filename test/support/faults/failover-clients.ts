import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { bearer } from '../requests/authorization.ts'
import { type Answer, ask, formOf, hasSucceeded, isRefusal } from './traffic.ts'

/** Pause in milliseconds after a request that was refused or failed. */
const PAUSE_MS = 50

interface Sent extends Answer {
  /** Index of the server. */
  server: number
  isWrite: boolean
  /** Time of the response, by `performance.now()`. */
  ended: number
}

/** Starts writers and readers on several servers. Each read must show everything that returned success before it. */
export function startClients(addresses: string[], token: string) {
  const sent: Sent[] = []
  /** Descriptions of reads that returned old data. */
  const stale: string[] = []
  /** The creates that returned success. If one is lost, its slug can belong to a list with another description. */
  const stored: { slug: string; description: string }[] = []
  const began = Date.now()
  let counter = 0
  let isStopping = false

  async function send(turn: number, path: string, init: RequestInit = {}): Promise<Answer> {
    const server = turn % addresses.length
    const answer = await ask(`${addresses[server]}${path}`, init)
    sent.push({ ...answer, server, isWrite: init.method !== undefined, ended: performance.now() })
    if (!hasSucceeded(answer)) await delay(PAUSE_MS)
    return answer
  }
  const write = (turn: number, method: string, path: string, name: string, description: string) =>
    send(turn, path, { method, headers: bearer(token), body: formOf(name, { 'a.txt': description }, { description }) })

  async function create(writer: number) {
    for (let turn = 0; !isStopping; turn++) {
      const description = `by ${writer} in turn ${turn} of ${began}`
      const answer = await write(writer + turn, 'POST', '/v1/lists', 'Created', description)
      if (answer.status === 201) stored.push({ slug: JSON.parse(answer.body).data.slug, description })
    }
  }
  /** Sends numbered updates in sequence. A read after the response to update n must return n or more. */
  async function update() {
    for (let next = 1; !isStopping; next++) {
      const { status } = await write(next, 'PUT', '/v1/lists/counter', 'Counter', String(next))
      if (status === 200) counter = next
    }
  }
  async function read(reader: number) {
    for (let turn = reader; !isStopping; turn++) {
      const least = { counter, total: stored.length + 1, last: stored.at(-1)?.slug }
      const { status, body } = await send(turn, '/v1/lists/counter')
      const shown = status === 200 ? Number(JSON.parse(body).data.description) : least.counter
      if (shown < least.counter) stale.push(`counter ${shown} after ${least.counter} was stored`)
      const page = await send(turn + 1, '/v1/lists?page[size]=5')
      const total = page.status === 200 ? JSON.parse(page.body).meta.total : least.total
      if (total < least.total) stale.push(`${total} lists after ${least.total} were stored`)
      if (least.last === undefined) continue
      const list = await send(turn, `/v1/lists/${least.last}`)
      if (!hasSucceeded(list) && !isRefusal(list)) stale.push(`${list.status} for ${least.last}`)
    }
  }
  const done = Promise.all([update(), create(1), create(2), read(0), read(1)])
  return {
    sent,
    stale,
    stored,
    stop: async () => {
      isStopping = true
      await done
    },
  }
}

/** Waits for an outage of the database. Returns the times of the first failed and the next successful write. */
export async function databaseOutage(url: string): Promise<{ lost: number; back: number }> {
  let lost = 0
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('INSERT INTO probes VALUES (now())')
      if (lost > 0) return { lost, back: performance.now() }
    } catch {
      lost ||= performance.now()
    } finally {
      client.end().catch(() => {})
    }
    await delay(PAUSE_MS)
  }
}

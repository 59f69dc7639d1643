import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openOwnDatabase } from '../../support/database/own.ts'
import { ask, create, keepAsking, report, wrongOf } from '../../support/faults/traffic.ts'
import { isRunning, newDataDir, postmasterOf } from '../../support/processes/embedded-clients.ts'
import { namesOf, startServer, stop } from '../../support/processes/programs.ts'
import { FIELD_PARTS, FORM_TYPE, formBody, type Part } from '../../support/requests/parts.ts'
import { bare } from '../../support/requests/wire.ts'

const ROUNDS = 3
const CLIENTS = 24

/** Uploads a list. Returns the status, `refused` if the server sent nothing, or `cut` if it began but did not finish. */
function upload(port: number, name: string): Promise<number | 'refused' | 'cut'> {
  const file: Part = ['name="files[]"; filename="a.txt"', `${name}\r\n`.repeat(5_000)]
  const body = formBody([...FIELD_PARTS, ['name="name"', name], file])
  const headers = [`Content-Type: ${FORM_TYPE}`, `Content-Length: ${body.length}`, 'Expect: 100-continue']
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    let answer = ''
    socket.on('data', (text) => {
      const isTaken = answer.includes('100 Continue')
      answer += text
      if (isTaken || !answer.includes('100 Continue')) return
      socket.write(body.subarray(0, 1_000))
      setImmediate(() => socket.write(body.subarray(1_000)))
    })
    socket.on('error', () => {}) // 'close' follows
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 ([2-5]\d\d) /m.exec(answer.replace('HTTP/1.1 100', ''))?.[1]
      resolve(status !== undefined ? Number(status) : answer === '' ? 'refused' : 'cut')
    })
    socket.write(bare('POST /v1/lists', ...headers))
  })
}

it('on SIGTERM, a server finishes every request in flight, refuses new ones, and ends', async () => {
  const { db, url } = await openOwnDatabase()
  let tried = 0
  let slowest = 0
  const results: (number | 'refused' | 'cut')[] = []

  for (let round = 1; round <= ROUNDS; round++) {
    const server = await startServer({ DATABASE_URL: url, WRITE_RATE_LIMIT: '0' })
    const port = Number(new URL(server.address).port)
    let answered = 0
    const client = async () => {
      // 503 is allowed: a slow machine may take too long for so many uploads at once.
      for (let result: number | 'refused' | 'cut' = 201; result === 201 || result === 503; answered++) {
        result = await upload(port, `List ${++tried}`)
        results.push(result)
      }
    }
    const clients = Array.from({ length: CLIENTS }, client)
    await expect.poll(() => answered, { interval: 10 }).toBeGreaterThan(2 * CLIENTS)

    const began = performance.now()
    server.child.kill('SIGTERM')
    const { status, err } = await server.exit
    slowest = Math.max(slowest, Math.round(performance.now() - began))
    expect([status, err]).toEqual([0, ''])
    await Promise.all(clients)
    expect(await upload(port, 'Too late')).toBe('refused')
  }

  const count = (what: unknown) => results.filter((result) => result === what).length
  const stored = await db.list.count()
  report('shutdown under load', {
    tried,
    answered: count(201),
    refused: count('refused'),
    cut: count('cut'),
    'stored without an answer': stored - count(201),
    'slowest stop ms': slowest,
  })
  expect(results.filter((result) => ![201, 503, 'refused'].includes(result))).toEqual([])
  expect(stored).toBe(count(201))
})

/** Files of a list that differ in each line from those of another list. */
const profileOf = (list: string) => ({
  'modlist.txt': Array.from({ length: 2_000 }, (_, line) => `+Mod ${line} of ${list}\n`).join(''),
})

it('on SIGTERM under load, a server ends with 0, shuts its embedded PostgreSQL down, and keeps every write', async () => {
  const DATA_DIR = await newDataDir()
  const kept: string[] = []
  let requests = 0
  let slowest = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const server = await startServer({ DATA_DIR, WRITE_RATE_LIMIT: '0', READ_RATE_LIMIT: '0' })
    const postmaster = (await postmasterOf(DATA_DIR)) ?? 0
    const at = (path: string) => server.address + path
    const uploads = keepAsking(6, async (number) => {
      const name = `List ${round} ${number}`
      const answer = await create(server, name, profileOf(name))
      if (answer.status === 201) kept.push(name)
      return answer
    })
    await uploads.more(6, ({ status }) => status === 201)
    const slugOf = (number: number) => `list-${round}-${number % 6}`
    const others = [
      keepAsking(4, (number) => ask(at(`/v1/compare/${slugOf(number)}/${slugOf(number + 1 + (number % 5))}/changes`))),
      keepAsking(4, (number) => ask(at(number % 2 === 0 ? '/v1/lists' : `/lists/${slugOf(number)}`))),
    ]
    await Promise.all([uploads, ...others].map((running) => running.more(6)))

    const began = performance.now()
    server.child.kill('SIGTERM')
    const { status, err } = await server.exit
    slowest = Math.max(slowest, Math.round(performance.now() - began))
    expect([round, status, err, isRunning(postmaster)]).toEqual([round, 0, '', false])
    const answers = (await Promise.all([uploads, ...others].map((running) => running.stop()))).flat()
    requests += answers.length
    expect(wrongOf(answers.filter((answer) => answer.status !== 0 && answer.status !== 404))).toEqual([])
  }

  const log = await readFile(join(DATA_DIR, 'postgres.log'), 'utf8')
  report('SIGTERM under load', { rounds: ROUNDS, requests, kept: kept.length, 'slowest stop ms': slowest })
  expect(log.match(/database system was shut down at/g)).toHaveLength(ROUNDS)
  expect(log).not.toMatch(/interrupted|not properly shut down|redo starts|terminated by signal/)
  const server = await startServer({ DATA_DIR })
  expect((await namesOf(server)).sort()).toEqual(expect.arrayContaining(kept.sort()))
  await stop(server)
})

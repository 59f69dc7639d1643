import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newDataDir, startClient } from '../db/embedded/clients.ts'
import { DOCUMENTED, newPgBouncer, startPgBouncer, withProgram } from '../support/pgbouncer.ts'
import { at, query } from '../support/postgres.ts'
import { startProgram, startServer, upload } from '../support/processes.ts'
import { startStandby } from '../support/standby.ts'
import { report } from './figures.ts'
import { type Answer, ask, isRefusal, keepAsking } from './traffic.ts'

const DEADLINE = { timeout: 30_000, interval: 50 }

/** Lists that the standby knows of, and those that the primary has. */
const KNOWN = 3
const ALL = 4

/** A primary with four lists, and a standby that has heard of three. */
async function primaryAndStandby() {
  const dataDir = await newDataDir()
  const before = await startClient(dataDir)
  const first = await startServer({ DATABASE_URL: before.url })
  for (let number = 1; number <= KNOWN; number++) expect(await upload(first, `List ${number}`)).toBe(201)
  first.child.kill('SIGTERM')
  expect((await first.exit).status).toBe(0)
  await before.release()
  const standby = await startStandby(dataDir, before.url)
  const { url: primary } = await startClient(dataDir)
  return { primary, standby }
}

/** An address that leads to one database or another, as that of a proxy does during a failover. */
async function addressOf(url: string) {
  let target = url
  const sockets = new Set<Socket>()
  const proxy = createServer((socket) => {
    const upstream = connect(Number(new URL(target).port), '127.0.0.1')
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {}).on('close', () => to.destroy())
      from.pipe(to)
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as { port: number }
  const leadTo = (url: string) => {
    target = url
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  onTestFinished(() => leadTo(url))
  return { url: at(url, { port: String(port) }), leadTo }
}

/** Reads that are answered from memory, and such that are read each time. */
const startReading = (address: string) =>
  keepAsking(4, (number) => {
    if (number % 4 === 0) return ask(`${address}/v1/lists`)
    if (number % 4 === 1) return ask(`${address}/v1/games`)
    return ask(`${address}/v1/lists?page[size]=${1 + (number % 899)}`)
  })

/** How many lists an answer counts; undefined for a refusal. */
function countOf(answer: Answer): number | undefined {
  if (answer.status !== 200) return undefined
  const { data, meta } = JSON.parse(answer.body)
  return meta?.total ?? data.reduce((sum: number, game: { lists_count: number }) => sum + game.lists_count, 0)
}

const isRight = (answer: Answer) => countOf(answer) === ALL || isRefusal(answer)

describe('an address that leads to a standby', () => {
  it('has a running server refuse every request, say why, and work again by itself', async () => {
    const { primary, standby } = await primaryAndStandby()
    const address = await addressOf(primary)
    const server = await startServer({ DATABASE_URL: address.url })
    const status = async (path: string) => (await ask(server.address + path)).status
    expect(await upload(server, 'Newest')).toBe(201)
    const reading = startReading(server.address)
    const until = (which: (answer: Answer) => boolean, more: number) => {
      const before = reading.answers.filter(which).length
      return expect.poll(() => reading.answers.filter(which).length, DEADLINE).toBeGreaterThan(before + more)
    }
    await until((answer) => countOf(answer) === ALL, 50)

    for (let turn = 1; turn <= 3; turn++) {
      address.leadTo(standby)
      await until(isRefusal, 50)
      const ready = await ask(`${server.address}/readyz`)
      expect(isRefusal(ready)).toBe(true)
      expect(JSON.parse(ready.body).message).toMatch(
        /^The database is a standby, .*until its address leads to the primary/,
      )
      expect([await status('/healthz'), await upload(server, 'Refused')]).toEqual([200, 503])
      address.leadTo(primary)
      await expect.poll(() => status('/readyz'), DEADLINE).toBe(200)
      await until((answer) => countOf(answer) === ALL, 50)
    }
    const answers = await reading.stop()
    const wrong = answers.filter((answer) => !isRight(answer))

    address.leadTo(standby)
    await expect.poll(() => status('/readyz'), DEADLINE).toBe(503)
    await query(standby, 'SELECT pg_promote()')
    await expect.poll(() => status('/readyz'), DEADLINE).toBe(200)
    const promoted = countOf(await ask(`${server.address}/v1/lists`))

    report('an address that leads to a standby, three times', {
      tried: answers.length,
      refused: answers.filter(isRefusal).length,
      wrong: wrong.length,
    })
    expect(wrong.map(({ status, body }) => `${status} ${body}`)).toEqual([])
    expect(promoted).toBe(KNOWN)
    server.child.kill('SIGTERM')
    expect((await server.exit).status).toBe(0)
  })

  it('ends a start with a line that says what to set, for either address', async () => {
    const { primary, standby } = await primaryAndStandby()
    const rows = (url: string) => query(url, 'SELECT slug FROM lists ORDER BY id')
    const lists = await rows(primary)
    const told = async (environment: Record<string, string>) => {
      const { status, out, err } = await startProgram('server', { ...environment, PORT: '0' }).exit
      expect([status, out]).toEqual([1, ''])
      return err
    }

    expect(await told({ DATABASE_URL: standby })).toMatch(
      /^The database of DATABASE_URL can't be used\. The database is a standby, .* Set DATABASE_URL to the address of the primary\. Nothing was changed\.\n$/,
    )
    expect(await told({ DATABASE_URL: primary, DATABASE_DIRECT_URL: standby })).toMatch(
      /^The database of DATABASE_DIRECT_URL can't be used\. The database is a standby/,
    )
    expect(await rows(primary)).toEqual(lists)
    expect(await rows(standby)).toEqual(lists)
  })

  const name = withProgram(newPgBouncer, '1.21 or later')
  it.skipIf(newPgBouncer === undefined)(
    `is used by no pooler with the settings of docs/poolers.md: ${name}`,
    async () => {
      if (newPgBouncer === undefined) return
      const { primary, standby } = await primaryAndStandby()
      const address = await addressOf(primary)
      const { url } = await startPgBouncer(newPgBouncer, address.url, DOCUMENTED)
      const server = await startServer({ DATABASE_URL: url, DATABASE_DIRECT_URL: primary })
      expect(await upload(server, 'Newest')).toBe(201)
      const reading = startReading(server.address)
      const until = (which: (answer: Answer) => boolean) => {
        const before = reading.answers.filter(which).length
        return expect.poll(() => reading.answers.filter(which).length, DEADLINE).toBeGreaterThan(before + 50)
      }
      for (let turn = 1; turn <= 3; turn++) {
        await until((answer) => countOf(answer) === ALL)
        address.leadTo(standby)
        await until(isRefusal)
        address.leadTo(primary)
      }
      await until((answer) => countOf(answer) === ALL)
      const answers = await reading.stop()
      const wrong = answers.filter((answer) => !isRight(answer))

      report('a pooler whose address leads to a standby, three times', {
        tried: answers.length,
        refused: answers.filter(isRefusal).length,
        wrong: wrong.length,
      })
      expect(wrong.map(({ status, body }) => `${status} ${body}`)).toEqual([])
    },
  )
})

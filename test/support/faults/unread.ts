import { connect } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { startOwnServer } from '../database/own.ts'
import { peakMemory } from '../processes/memory.ts'
import { type ServerProcess, upload } from '../processes/programs.ts'
import { lines } from '../requests/wire.ts'
import { report, store } from './traffic.ts'

const MIB = 2 ** 20
const SERVED = 50

/** Number of files of each large list. */
const FILES = 7

/** Clients that request large responses and do not read them. */
export interface Unread {
  clients: number
  /** The path that a client requests. There are the lists `one`, `two` and any that `more` names. */
  path(client: number): string
  /** Names of further large lists. */
  more?: string[]
  /** Whether all clients ask at once, instead of each when the response to the one before has begun. */
  isAtOnce?: boolean
  /** Maximum memory of the server and its workers in MiB. */
  bound: number
}

/** Expects that other requests succeed meanwhile, and that the memory of the server is bounded. */
export async function expectBounded(what: string, { clients, path, more = [], isAtOnce = false, bound }: Unread) {
  const server = await startOwnServer()
  for (const name of ['One', 'Two', ...more]) await storeLarge(server, name)
  const before = peakMemory(server.child.pid)
  const asked = (async () => {
    if (isAtOnce) await Promise.all(Array.from({ length: clients }, (_, client) => ask(server, path(client))))
    else for (let client = 0; client < clients; client++) await ask(server, path(client))
  })()
  let isAsked = false
  asked.then(() => {
    isAsked = true
  })

  const began = performance.now()
  let failed = 0
  let slowest = 0
  let served = 0
  for (; served < SERVED || !isAsked; served++) {
    const start = performance.now()
    const status = served % 10 === 0 ? await upload(server, `Small ${served}`) : await read(server.address, served)
    slowest = Math.max(slowest, performance.now() - start)
    if (status >= 400) failed++
  }
  report(`unread answers, ${what}`, {
    clients,
    'asked after (s)': Math.round((performance.now() - began) / 1000),
    'served meanwhile': served,
    failed,
    'slowest of them (ms)': Math.round(slowest),
    'memory before (MiB)': before,
    'peak memory (MiB)': peakMemory(server.child.pid),
  })
  expect(failed).toBe(0)
  expect(peakMemory(server.child.pid)).toBeLessThan(bound)
}

/** Returns a text of control characters, six bytes each in JSON, with no line in common with another list. */
const text = (file: number, list: string) =>
  `${file}\n${`${'\u001b'.repeat(1000)}${list}\n`.repeat(1024)}`.slice(0, MIB - 1000)

const storeLarge = (server: ServerProcess, name: string) =>
  store(server, name, Object.fromEntries(Array.from({ length: FILES }, (_, file) => [`${file}.txt`, text(file, name)])))

/** Sends a request and waits until the response begins, but reads nothing of it. */
async function ask({ address }: ServerProcess, path: string) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const begun = new Promise((resolve) => socket.on('readable', resolve).on('close', resolve))
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write(lines(`GET ${path} HTTP/1.1`, 'Host: x', '', ''))
  await begun
}

/** Requests a probe, a page or a small list, and returns the status. */
async function read(address: string, index: number): Promise<number> {
  const paths = ['/readyz', '/v1/lists', '/v1/lists/small-0', '/v1/lists/small-0/download', '/lists', '/lists/small-0']
  const answer = await fetch(`${address}${paths[index % paths.length]}`)
  await answer.arrayBuffer()
  return answer.status
}

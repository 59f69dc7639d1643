import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startOwnServer } from '../../support/database/own.ts'
import { report, store } from '../../support/faults/traffic.ts'
import { peakMemory } from '../../support/processes/memory.ts'
import { type ServerProcess, upload } from '../../support/processes/programs.ts'
import { lines } from '../../support/requests/wire.ts'

const MIB = 2 ** 20
const FILES = 7
const SERVED = 50

/** Maximum memory of the server in MiB, with its worker that reads for the index: 409 to 525 were measured. */
const BOUND = 700

/** The same with two workers that compare, which take 290 of it. Memory that they share counts for each: 582 to 791. */
const COMPARISON_BOUND = 900

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

describe('clients that request large responses and do not read them', () => {
  const attacks: [what: string, clients: number, path: (client: number) => string, bound?: number][] = [
    ['a list', 30, (client) => `/v1/lists/one?${client}`],
    ['its zip', 30, (client) => `/v1/lists/one/download?${client}`],
    ['files of it', 30, (client) => `/v1/lists/one/files/${client % FILES}.txt?${client}`],
    ['a comparison', 20, (client) => `/v1/compare/one/two?${client}`, COMPARISON_BOUND],
    ['a patch', 20, (client) => `/v1/compare/one/two.patch?${client}`, COMPARISON_BOUND],
    ['the page of a list', 30, (client) => `/lists/one?${client}`],
    ['the page of a comparison', 20, (client) => `/compare/one/two?${client}`, COMPARISON_BOUND],
    ['ten lists', 30, (client) => `/v1/lists/one-of-ten${client % 10 === 0 ? '' : `-${(client % 10) + 1}`}`],
    ['ten lists at once', 30, (client) => `/v1/lists/one-of-ten${client % 10 === 0 ? '' : `-${(client % 10) + 1}`}`],
  ]

  for (const [what, clients, path, bound = BOUND] of attacks) {
    it(`use bounded memory while others are served: ${what}`, async () => {
      const server = await startOwnServer()
      for (const name of ['One', 'Two']) await storeLarge(server, name)
      if (what.startsWith('ten lists')) for (let list = 0; list < 10; list++) await storeLarge(server, 'One of ten')
      const before = peakMemory(server.child.pid)
      const asked = (async () => {
        if (what.endsWith('at once'))
          await Promise.all(Array.from({ length: clients }, (_, client) => ask(server, path(client))))
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
    })
  }
})

/** Requests a probe, a page or a small list, and returns the status. */
async function read(address: string, index: number): Promise<number> {
  const paths = ['/readyz', '/v1/lists', '/v1/lists/small-0', '/v1/lists/small-0/download', '/lists', '/lists/small-0']
  const answer = await fetch(`${address}${paths[index % paths.length]}`)
  await answer.arrayBuffer()
  return answer.status
}

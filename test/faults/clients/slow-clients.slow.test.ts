import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { copyDatabase } from '../../support/database/copy.ts'
import { report } from '../../support/faults/report.ts'
import { peakMemory } from '../../support/processes/memory.ts'
import { startServer, upload } from '../../support/processes/programs.ts'
import { lines } from '../../support/requests/wire.ts'

const BODIES = 200
const HEADS = 200
const SILENT = 100
const SERVED = 100

/** When the server has given up a client that is not done with its head: 15 s, looked after every 5 s, read for 5 s. */
const GIVEN_UP_MS = 45_000

const headTo = (path: string) =>
  lines(`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: multipart/form-data; boundary=b', '')
const HEAD = headTo('/v1/lists')
/** Of an upload by a program, or by the form of the website. */
const bodyTo = (path: string) => `${headTo(path)}${lines('Content-Length: 8000000', '', '--b')}`

/** Connects, sends the beginning, and then a byte each second of the rest, over and over, whatever is answered. */
function slowClient(port: number, beginning: string, rest = ''): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {}).resume()
  socket.write(beginning)
  let at = 0
  const timer = setInterval(() => socket.write(rest.charAt(at++ % rest.length)), 1000)
  onTestFinished(() => {
    clearInterval(timer)
    socket.destroy()
  })
  return socket
}

/** What the process has open: its connections are among it. */
const openFiles = (pid: number | undefined) => readdirSync(`/proc/${pid}/fd`).length

describe('500 clients that are slow', () => {
  it('do not keep others waiting, and are given up: with a byte a second of a head or a body, or none at all', async () => {
    const { url, drop } = await copyDatabase(inject('template'))
    onTestFinished(drop)
    const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn' })
    const port = Number(new URL(server.address).port)
    const idle = openFiles(server.child.pid)
    const began = performance.now()
    const connectTimes = (count: number, ...sent: [beginning: string, rest?: string]) =>
      Array.from({ length: count }, () => slowClient(port, ...sent))
    for (const path of ['/v1/lists', '/upload']) connectTimes(BODIES / 2, bodyTo(path), 'x')
    connectTimes(HEADS, HEAD, 'X-Header: x\r\n')
    connectTimes(SILENT, '')
    const most = () => openFiles(server.child.pid) - idle
    await expect.poll(most, { timeout: 10_000 }).toBeGreaterThanOrEqual(BODIES + HEADS + SILENT)

    let failed = 0
    let slowest = 0
    for (let request = 0; request < SERVED; request++) {
      const start = performance.now()
      const status = request % 2 === 0 ? await upload(server, `List ${request}`) : await read(server.address)
      slowest = Math.max(slowest, performance.now() - start)
      if (status >= 400) failed++
    }
    const others = 40 // kept by the clients that are served, and to the database
    await expect.poll(most, { timeout: GIVEN_UP_MS, interval: 250 }).toBeLessThan(BODIES + others)

    report('slow clients', {
      tried: BODIES + HEADS + SILENT,
      'served meanwhile': SERVED,
      failed,
      'slowest of them (ms)': Math.round(slowest),
      'unfinished heads given up after (s)': Math.round((performance.now() - began) / 1000),
      'peak memory (MiB)': peakMemory(server.child.pid),
    })
    expect(failed).toBe(0)
    expect(await upload(server, 'After them')).toBe(201)
    expect(peakMemory(server.child.pid)).toBeLessThan(400)
  })
})

/** The status of a page, after that of its JSON. */
async function read(address: string): Promise<number> {
  const { status } = await fetch(`${address}/v1/lists`)
  return status === 200 ? (await fetch(`${address}/lists`)).status : status
}

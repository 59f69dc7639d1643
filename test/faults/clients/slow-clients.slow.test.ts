import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startOwnServer } from '../../support/database/own.ts'
import { report } from '../../support/faults/traffic.ts'
import { peakMemory } from '../../support/processes/memory.ts'
import { upload } from '../../support/processes/programs.ts'
import { lines } from '../../support/requests/wire.ts'

const BODIES = 200
const HEADS = 200
const SILENT = 100
const SERVED = 100

/** Time until an unfinished head is given up: 15 s, checked every 5 s, then 5 s to read the response; with reserve. */
const GIVEN_UP_MS = 45_000

const headTo = (path: string) =>
  lines(`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: multipart/form-data; boundary=b', '')
const HEAD = headTo('/v1/lists')
/** Returns the beginning of an upload to the API or to the website's form. */
const bodyTo = (path: string) => `${headTo(path)}${lines('Content-Length: 8000000', '', '--b')}`

/** Connects, sends `beginning`, then repeats `rest` at one byte per second, regardless of the response. */
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

/** Number of open file descriptors of the process, which include its connections. */
const openFiles = (pid: number | undefined) => readdirSync(`/proc/${pid}/fd`).length

describe('500 clients that send one byte per second of a head or a body, or nothing', () => {
  it('do not keep others waiting, and are disconnected unless they send a body', async () => {
    const server = await startOwnServer()
    const port = Number(new URL(server.address).port)
    const idle = openFiles(server.child.pid)
    const began = performance.now()
    const connectMany = (count: number, ...sent: [beginning: string, rest?: string]) =>
      Array.from({ length: count }, () => slowClient(port, ...sent))
    for (const path of ['/v1/lists', '/upload']) connectMany(BODIES / 2, bodyTo(path), 'x')
    connectMany(HEADS, HEAD, 'X-Header: x\r\n')
    connectMany(SILENT, '')
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
    const others = 40 // connections of the served clients, and to the database
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

/** Reads the lists as JSON, then as a page. Returns the status of the page, or of the JSON if that failed. */
async function read(address: string): Promise<number> {
  const { status } = await fetch(`${address}/v1/lists`)
  return status === 200 ? (await fetch(`${address}/lists`)).status : status
}

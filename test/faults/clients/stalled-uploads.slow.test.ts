import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startOwnServer } from '../../support/database/own.ts'
import { query } from '../../support/database/query.ts'
import { report } from '../../support/faults/traffic.ts'
import { peakMemory } from '../../support/processes/memory.ts'
import { lines, request } from '../../support/requests/wire.ts'

const MIB = 2 ** 20

/** Maximum growth of memory, which only a limit on names and fields as well as files can keep. */
const GROWTH_MIB = 300

/** Returns a form of exactly `bytes` bytes, nearly all of them in files of the maximum size. */
function formOf(name: string, bytes: number): Buffer {
  const fields = Object.entries({ name, game: '4', description: '' }).map(([field, value]) =>
    lines('--b', `Content-Disposition: form-data; name="${field}"`, '', value, ''),
  )
  const end = '--b--\r\n'
  let form = fields.join('')
  for (let file = 0; form.length + end.length < bytes; file++) {
    form += lines('--b', `Content-Disposition: form-data; name="files[]"; filename="${file}.txt"`, '', '')
    form += `${`${name} ${file}\n`.padEnd(Math.min(bytes - form.length - end.length - 2, MIB), '+A mod\r\n')}\r\n`
  }
  return Buffer.from(form + end)
}

/**
 * The paths of uploads by the API and by the website's form, and of files that are only read: status of a success, and
 * response to a stalled upload.
 */
const PATHS = {
  '/v1/lists': { success: 201, stalled: /^HTTP\/1\.1 503 .*\{"message":"[^"]+"\}$/s },
  '/v1/analyse': { success: 200, stalled: /^HTTP\/1\.1 503 .*\{"message":"[^"]+"\}$/s },
  '/upload': { success: 303, stalled: /^HTTP\/1\.1 503 .*<p>Try again in \d+ seconds?\.<\/p>.*<\/html>$/s },
}
const paths = Object.keys(PATHS) as (keyof typeof PATHS)[]

/** Sends all of an upload except its end. Returns the response once the connection closes. */
function stalledUpload(port: number, path: keyof typeof PATHS, name: string) {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Accept: text/html',
    'Content-Type: multipart/form-data; boundary=b',
  ]
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  onTestFinished(() => void socket.destroy())
  socket.write(request(head, formOf(name, 8 * MIB - 64)).subarray(0, -20))
  let text = ''
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (more) => {
      text += more
    })
    socket.on('error', () => {}).on('close', () => resolve(text))
  })
  return { path, socket, answer }
}

const SIZES = { '4 KB': 4096, '40 KB': 40_960, '6 MiB': 6 * MIB }

// Two uploads fill the memory for uploads. Of ten, only the oldest is sure to be received whole. If there are two, others
// fit once one of them has ended, and the second may stay. Any six of ten include uploads of two paths or more.
describe.each([
  { stalled: 2, taken: 2, gone: 1 },
  { stalled: 10, taken: 1, gone: 6 },
])('$stalled uploads that stop before their end', ({ stalled, taken, gone }) => {
  it('do not keep other uploads from being stored or read, and are refused with a reason', async () => {
    const { url, ...server } = await startOwnServer()
    const port = Number(new URL(server.address).port)
    const held = Array.from({ length: stalled }, (_, index) =>
      stalledUpload(port, paths[index % paths.length] ?? '/upload', `Stalled ${index}`),
    )
    const ended: { path: keyof typeof PATHS; answer: string }[] = []
    for (const { path, answer } of held) void answer.then((answer) => ended.push({ path, answer }))
    const sent = () => held.filter(({ socket }) => socket.writableLength === 0)
    await expect.poll(() => sent().length).toBeGreaterThanOrEqual(taken)

    const figures: Record<string, string> = {}
    const statuses: number[] = []
    for (const [size, bytes] of Object.entries(SIZES)) {
      for (const path of paths) {
        const began = performance.now()
        const answer = await fetch(server.address + path, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
          body: new Uint8Array(formOf(`Of ${size}`, bytes)),
        })
        statuses.push(answer.status)
        figures[`${size} to ${path}`] = `${answer.status} after ${((performance.now() - began) / 1000).toFixed(2)} s`
      }
    }
    report(`uploads during ${stalled} stalled ones`, figures)
    expect(statuses).toEqual(Object.keys(SIZES).flatMap(() => paths.map((path) => PATHS[path].success)))

    await expect.poll(() => ended.length).toBeGreaterThanOrEqual(gone)
    for (const { path, answer } of ended.slice(0, gone)) expect(answer).toMatch(PATHS[path].stalled)
    expect(await query(url, "SELECT name FROM lists WHERE name LIKE 'Stalled%'", [])).toEqual([])
  })
})

it('stalled uploads of many parts stay within the memory for uploads, including their names and fields', async () => {
  const server = await startOwnServer()
  const long = 'x'.repeat(14_000)
  const parts = Array.from({ length: 100 }, (_, at) => [
    lines('--b', `Content-Disposition: form-data; name="files[]"; filename="${at}${long}"`, '', '', ''),
    lines('--b', `Content-Disposition: form-data; name="${at}"`, '', long, ''),
  ])
  const refused = lines('--b', 'Content-Disposition: form-data; name="bad"; filename="a"', '', 'x', '')
  const form = refused + parts.flat().join('')
  const head = ['POST /upload HTTP/1.1', 'Host: x', 'Content-Type: multipart/form-data; boundary=b']
  const upload = request(head, form + lines('--b--', ''))
  const before = peakMemory(server.child.pid)
  const sockets = Array.from({ length: 120 }, () => {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1').resume()
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {}).write(upload.subarray(0, -7)) // all except its end
    return socket
  })
  await expect.poll(() => sockets.some(({ bytesRead }) => bytesRead > 0)).toBe(true) // a stalled upload is refused
  const grown = peakMemory(server.child.pid) - before
  report('120 uploads of many parts that stop', { 'sent (MiB)': (120 * form.length) / MIB, 'memory (MiB)': grown })
  expect(grown).toBeLessThan(GROWTH_MIB)
})

import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startOwnServer } from '../../support/database/own.ts'
import { query } from '../../support/database/query.ts'
import { report } from '../../support/faults/traffic.ts'
import { lines, request } from '../../support/requests/wire.ts'

const MIB = 2 ** 20

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

/** Status of a successful upload by its path: by the API, by the website's form, and of files that are only read. */
const PATHS = { '/v1/lists': 201, '/v1/analyse': 200, '/upload': 303 }
const paths = Object.keys(PATHS)

/** Sends all of an upload except its end. Returns the connection. */
function stalledUpload(port: number, path: string, name: string) {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Accept: text/html',
    'Content-Type: multipart/form-data; boundary=b',
  ]
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(request(head, formOf(name, 8 * MIB - 64)).subarray(0, -20))
  const closed = new Promise((resolve) =>
    socket
      .on('error', () => {})
      .on('close', resolve)
      .resume(),
  )
  return { socket, closed }
}

const SIZES = { '4 KB': 4096, '40 KB': 40_960, '6 MiB': 6 * MIB }

describe('two uploads that stop before their end', () => {
  it('do not keep other uploads from being stored or read within 6 s, and are closed', async () => {
    const { url, ...server } = await startOwnServer()
    const port = Number(new URL(server.address).port)
    const held = [stalledUpload(port, '/v1/lists', 'Stalled 1'), stalledUpload(port, '/upload', 'Stalled 2')]
    await expect.poll(() => held.every(({ socket }) => socket.writableLength === 0)).toBe(true)

    const figures: Record<string, string> = {}
    const statuses: number[] = []
    let slowest = 0
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
        const seconds = (performance.now() - began) / 1000
        if (bytes <= 40_960) slowest = Math.max(slowest, seconds)
        figures[`${size} to ${path}`] = `${answer.status} after ${seconds.toFixed(2)} s`
      }
    }
    report('uploads during two stalled ones', figures)
    expect(statuses).toEqual(Object.keys(SIZES).flatMap(() => Object.values(PATHS)))
    expect(slowest).toBeLessThan(6)

    await Promise.all(held.map(({ closed }) => closed))
    expect(await query(url, "SELECT name FROM lists WHERE name LIKE 'Stalled%'", [])).toEqual([])
  })
})

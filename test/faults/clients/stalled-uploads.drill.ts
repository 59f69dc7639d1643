import { connect, type Socket } from 'node:net'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { copyDatabase } from '../../support/database/copy.ts'
import { query } from '../../support/database/postgres.ts'
import { startServer } from '../../support/processes.ts'
import { lines, request } from '../../support/requests/wire.ts'
import { report } from '../figures.ts'

const MIB = 2 ** 20

/** A form of exactly so many bytes, nearly all of them in files that are as large as they may be. */
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

/** Sends all of an upload but its end, and nothing more. Gives what is answered when the connection ends. */
function stalledUpload(port: number, path: string, name: string): { socket: Socket; answer: Promise<string> } {
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
  return { socket, answer }
}

/** Where programs send their uploads, and browsers the form of the website; what they are told of a success. */
const PATHS = { '/v1/lists': 201, '/upload': 303 }

const SIZES = { '4 KB': 4096, '40 KB': 40_960, '6 MiB': 6 * MIB }

describe.each([2, 10])('%i uploads that stop before their end', (stalled) => {
  it('keep no other upload from being stored, and are told so', async () => {
    const { url, drop } = await copyDatabase(inject('template'))
    onTestFinished(drop)
    const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn', WRITE_RATE_LIMIT: '0' })
    const port = Number(new URL(server.address).port)
    const paths = Object.keys(PATHS)
    const held = Array.from({ length: stalled }, (_, index) =>
      stalledUpload(port, paths[index % paths.length] ?? '', `Stalled ${index}`),
    )
    const isSent = () => held.every(({ socket }) => socket.writableLength === 0 || socket.bytesWritten > MIB)
    await expect.poll(isSent, { timeout: 10_000 }).toBe(true)

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
    report(`uploads beside ${stalled} stalled ones`, figures)
    expect(statuses).toEqual(Object.keys(SIZES).flatMap(() => Object.values(PATHS)))

    const [toPrograms = '', toBrowsers = ''] = await Promise.all(
      paths.map((_, kind) =>
        Promise.race(held.flatMap(({ answer }, at) => (at % paths.length === kind ? answer : []))),
      ),
    )
    expect(toPrograms).toMatch(/^HTTP\/1\.1 503 .*\{"message":"[^"]+"\}$/s)
    expect(toBrowsers).toMatch(/^HTTP\/1\.1 503 .*<p>Come again in \d+ seconds?\.<\/p>.*<\/html>$/s)
    expect(await query(url, "SELECT name FROM lists WHERE name LIKE 'Stalled%'", [])).toEqual([])
  })
})

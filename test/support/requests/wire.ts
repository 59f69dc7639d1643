import { type AddressInfo, connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { AppOptions } from '../../../src/app.ts'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { buildTestApp } from '../app.ts'
import { options } from '../it.ts'
import { expectDescribed } from './conformance.ts'

/** The port of a server of the test's own, with some options varied; it is closed when the test ends. */
export async function serve(context: CompareContext, varied: Partial<AppOptions> = {}): Promise<number> {
  const app = await buildTestApp(context, { ...options, ...varied })
  onTestFinished(async () => {
    await app.close()
    expectDescribed(app)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}

/** Sends bytes as they are, all of them before anything is read, and gives the answers up to the end of the connection. */
export async function exchange(port: number, ...pieces: (string | Buffer)[]): Promise<Answer[]> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}) // thrown where it is read
  for (const piece of pieces) await write(socket, Buffer.from(piece))
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return parseAnswers(Buffer.concat(chunks))
}

/** The only answer to a request that closes its connection. */
export async function send(port: number, ...pieces: (string | Buffer)[]): Promise<Answer> {
  const answers = await exchange(port, ...pieces)
  const [answer] = answers
  if (answer === undefined || answers.length > 1) throw new Error(`${answers.length} answers instead of one`)
  return answer
}

function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => socket.write(bytes, (fault) => (fault ? reject(fault) : resolve())))
}

/** Lines of a head, or of a part of a form, with the line ends of HTTP. */
export const lines = (...texts: string[]): string => texts.join('\r\n')

/** A head with the length of the body that follows it. */
export const request = (head: string[], body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(lines(...head, `Content-Length: ${Buffer.byteLength(body)}`, '', '')), Buffer.from(body)])

/** A body in chunks of an odd size, as a client sends what it does not know the length of. */
export function chunked(body: string | Buffer, size = 777): Buffer {
  const bytes = Buffer.from(body)
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size)
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}

function parseAnswers(bytes: Buffer): Answer[] {
  if (bytes.length === 0) return []
  const end = bytes.indexOf('\r\n\r\n')
  const [first = '', ...fields] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(first.split(' ')[1])
  const rest = bytes.subarray(end + 4)
  if (status < 200) return parseAnswers(rest)

  const headers = Object.fromEntries(
    fields.map((field) => [field.split(':', 1)[0]?.toLowerCase(), field.replace(/^[^:]*: */, '')]),
  )
  const [body, left] =
    headers['transfer-encoding'] === 'chunked' ? joinChunks(rest) : splitAt(rest, headers['content-length'])
  return [{ status, headers, text: body.toString() }, ...parseAnswers(left)]
}

function splitAt(bytes: Buffer, length = String(bytes.length)): [Buffer, Buffer] {
  return [bytes.subarray(0, Number(length)), bytes.subarray(Number(length))]
}

function joinChunks(bytes: Buffer): [Buffer, Buffer] {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (size === 0) return [Buffer.concat(chunks), bytes.subarray(end + 4)]
    chunks.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 4 + size
  }
}

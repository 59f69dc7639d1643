import { type AddressInfo, connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { type AppOptions, buildApp } from '../../../src/app.ts'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { options } from '../it.ts'

/** Starts a server with some other options until the test ends, and returns its port. */
export async function serve(context: CompareContext, varied: Partial<AppOptions> = {}): Promise<number> {
  const app = await buildApp(context, { ...options, ...varied })
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}

/** Sends bytes before it reads anything, and returns all responses up to the end of the connection. */
export async function exchange(port: number, ...pieces: (string | Buffer)[]): Promise<Answer[]> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}) // reading throws the error
  for (const piece of pieces) await write(socket, Buffer.from(piece))
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return parseAnswers(Buffer.concat(chunks))
}

/** Sends a request that closes its connection, and returns the response. */
export async function send(port: number, ...pieces: (string | Buffer)[]): Promise<Answer> {
  const answers = await exchange(port, ...pieces)
  const [answer] = answers
  if (answer === undefined || answers.length > 1) throw new Error(`${answers.length} responses instead of one`)
  return answer
}

function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())))
}

/** Joins lines with CRLF. */
export const lines = (...texts: string[]): string => texts.join('\r\n')

/** Returns the lines of the head of a request that closes its connection, such as `headOf('GET /v1/games')`. */
export const headOf = (start: string, ...headers: string[]): string[] => [
  `${start} HTTP/1.1`,
  'Host: x',
  'Connection: close',
  ...headers,
]

/** Returns a request without a body. */
export const bare = (start: string, ...headers: string[]): string => lines(...headOf(start, ...headers), '', '')

/** Sends a GET request and returns the response. */
export const get = (port: number, path: string, ...headers: string[]): Promise<Answer> =>
  send(port, bare(`GET ${path}`, ...headers))

/** Returns a request with a body and its Content-Length. */
export const request = (head: string[], body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(lines(...head, `Content-Length: ${Buffer.byteLength(body)}`, '', '')), Buffer.from(body)])

/** Returns a body in chunked transfer encoding. */
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

/** Sends a request on an open connection, and reports whether a response comes before the connection is closed. */
export const isServed = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false))
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  })

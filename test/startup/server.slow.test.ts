import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isRunning, kill, newDataDir, postmasterOf, startsOf } from '../support/processes/embedded-clients.ts'
import { freePort } from '../support/processes/free-port.ts'
import { namesOf, startCommand, startProgram, startServer, upload, wordsOf } from '../support/processes/programs.ts'
import { headOf, lines } from '../support/requests/wire.ts'

/** Begins an upload. The returned function sends the rest and returns the whole response. */
async function beginUpload(address: string, name: string) {
  const { hostname, port } = new URL(address)
  const field = (field: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`
  const file = '--x\r\nContent-Disposition: form-data; name="files[]"; filename="a.txt"\r\n\r\nA mod\r\n--x--\r\n'
  const body = field('name', name) + field('game', '4') + field('description', '') + file
  const form = ['Content-Type: multipart/form-data; boundary=x', `Content-Length: ${body.length}`]
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  onTestFinished(() => void socket.destroy())
  socket.write(lines(...headOf('POST /v1/lists', ...form, 'Expect: 100-continue'), '', ''))
  expect(String(await once(socket, 'data'))).toContain('100 Continue') // the request is in flight
  socket.write(body.slice(0, 40))

  return async () => {
    socket.write(body.slice(40))
    return (await socket.toArray()).join('')
  }
}

/** Whether a server listens at the address. */
const isListening = (address: string) =>
  fetch(`${address}/healthz`).then(
    () => true,
    () => false,
  )

describe('a server on a new data folder', () => {
  it('finishes requests in flight on SIGTERM, stops the database, and has every list after a restart', async () => {
    const DATA_DIR = await newDataDir()
    const server = await startServer({ DATA_DIR })
    expect(await upload(server, 'Before')).toBe(201)
    const postmaster = (await postmasterOf(DATA_DIR)) ?? 0
    expect(isRunning(postmaster)).toBe(true)
    const finish = await beginUpload(server.address, 'In flight')

    server.child.kill('SIGTERM')
    await expect.poll(() => isListening(server.address)).toBe(false)
    expect(await finish()).toMatch(/HTTP\/1\.1 201 /)
    expect(await server.exit).toMatchObject({ status: 0, err: '' })
    expect(await postmasterOf(DATA_DIR)).toBeUndefined()
    expect(isRunning(postmaster)).toBe(false)

    expect(await namesOf(await startServer({ DATA_DIR }))).toEqual(['Before', 'In flight'])
  })

  it('waits only a limited time for a client that stops sending, and then stops the database', async () => {
    const DATA_DIR = await newDataDir()
    const server = await startServer({ DATA_DIR })
    await beginUpload(server.address, 'Never finished')

    server.child.kill('SIGTERM')
    expect(await server.exit).toMatchObject({ status: 0, err: '' })
    expect(await postmasterOf(DATA_DIR)).toBeUndefined()
  })
})

describe('a data folder that is in use', () => {
  it('is refused by a second server with a message that names the first, which goes on', async () => {
    const DATA_DIR = await newDataDir()
    const first = await startServer({ DATA_DIR })
    expect(await upload(first, 'By the first')).toBe(201)

    const { status, err } = await startProgram('server', { DATA_DIR, PORT: String(await freePort()) }).exit
    expect([status, err]).toEqual([
      1,
      expect.stringMatching(/is used by a server \(.*, process \d+\)\.\nStop that server/),
    ])
    expect(err).toContain(`process ${first.child.pid})`)
    expect(await namesOf(first)).toEqual(['By the first'])
    expect(await startsOf(DATA_DIR)).toBe(1)
  })

  it('is served with every list by the next server after one was killed', async () => {
    const DATA_DIR = await newDataDir()
    const killed = await startServer({ DATA_DIR })
    expect(await upload(killed, 'Kept')).toBe(201)
    await kill(killed.child)

    const next = await startServer({ DATA_DIR })
    expect(await namesOf(next)).toEqual(['Kept'])
    expect(await upload(next, 'And more')).toBe(201)
    next.child.kill('SIGTERM')
    expect((await next.exit).status).toBe(0)
    expect(await postmasterOf(DATA_DIR)).toBeUndefined()
  })
})

it.skipIf(process.platform !== 'linux')('a server whose log is on a full disk works, and exits with 0', async () => {
  const PORT = String(await freePort())
  const words = ['sh', '-c', 'exec "$@" > /dev/full', 'sh', ...wordsOf('server')]
  const { child, exit } = startCommand(words, { DATA_DIR: await newDataDir(), PORT })
  const server = { address: `http://127.0.0.1:${PORT}` }
  await expect.poll(() => isListening(server.address), { timeout: 60_000 }).toBe(true)
  const statusOfUpload = async () => {
    const status = await upload(server, 'Kept')
    return status !== 503 && status // a busy machine may be overloaded right after the start
  }
  expect(await vi.waitUntil(statusOfUpload, { timeout: 60_000 })).toBe(201)

  child.kill('SIGTERM')
  expect(await exit).toEqual({ status: 0, out: '', err: '' })
})

it('a server with wrong settings names each of them on its own line, and exits with 1', async () => {
  expect(await startProgram('server', { PORT: 'x', MAX_FILES: '0' }).exit).toEqual({
    status: 1,
    out: '',
    err: 'PORT must be a whole number from 0 to 65535.\nMAX_FILES must be a whole number from 1 to 1000.\n',
  })
})

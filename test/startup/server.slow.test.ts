import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { newDataDir, postmasterOf } from '../support/processes/embedded-clients.ts'
import { freePort } from '../support/processes/free-port.ts'
import { startCommand, startProgram, startServer, upload, wordsOf } from '../support/processes/programs.ts'
import { headOf, lines } from '../support/requests/wire.ts'

/** Begins an upload, and sends no more of it. */
async function beginUpload(address: string) {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  onTestFinished(() => void socket.destroy())
  const form = ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 1000']
  socket.write(lines(...headOf('POST /v1/lists', ...form, 'Expect: 100-continue'), '', ''))
  expect(String(await once(socket, 'data'))).toContain('100 Continue') // the request is in flight
  socket.write('--x\r\nContent-Disposition: form-data; ')
}

/** Whether a server listens at the address. */
const isListening = (address: string) =>
  fetch(`${address}/healthz`).then(
    () => true,
    () => false,
  )

it('a server that ends waits only a limited time for a client that stops sending, and then stops the database', async () => {
  const DATA_DIR = await newDataDir()
  const server = await startServer({ DATA_DIR })
  await beginUpload(server.address)

  server.child.kill('SIGTERM')
  expect(await server.exit).toMatchObject({ status: 0, err: '' })
  expect(await postmasterOf(DATA_DIR)).toBeUndefined()
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

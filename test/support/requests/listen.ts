import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Runs a server that is no catalog on a free port until the test ends. Returns its address. */
export async function listen(handler: RequestListener, onConnection: () => void = () => {}): Promise<string> {
  const server = createServer(handler).on('connection', onConnection)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

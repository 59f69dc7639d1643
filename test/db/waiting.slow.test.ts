import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, onTestFinished } from 'vitest'
import { expectFailure, later } from '../support/database/errors.ts'
import { connected, TIMEOUTS } from '../support/database/own.ts'
import { it } from '../support/it.ts'

const timeouts = { ...TIMEOUTS, connection: 500 }

describe('a database', () => {
  it('counts as unavailable if it accepts the connection and sends nothing', async () => {
    const sockets: Socket[] = []
    const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.close()
      for (const socket of sockets) socket.destroy()
    })
    const { port } = server.address() as AddressInfo
    await expectFailure(connected(`postgresql://u:p@127.0.0.1:${port}/c`, { timeouts }).game.count(), 'unavailable')
  })

  it('counts as unavailable if all connections of the pool are in use for longer than a request waits', async ({
    url,
  }) => {
    const db = connected(url, { timeouts })
    const done = later()
    let started = 0
    const all = later()
    const holders = Array.from({ length: 24 }, () =>
      db.$transaction(() => {
        if (++started === 24) all.resolve()
        return done.promise
      }),
    )
    await all.promise
    await expectFailure(db.game.count(), 'unavailable')
    done.resolve()
    await Promise.all(holders)
  })
})

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { explainError } from '../../src/startup/explain-error.ts'
import { startService } from '../../src/startup/service.ts'
import { emptyDatabase } from '../support/database/own.ts'
import { at, query } from '../support/database/query.ts'

const PASSWORD = 'correct-horse-battery'

/** Returns the message of a start that fails in this environment. */
async function messageOf(environment: NodeJS.ProcessEnv): Promise<string> {
  try {
    const service = await startService(loadConfig({ PORT: '0', ...environment }), pino({ level: 'silent' }))
    await service.close()
  } catch (error) {
    return explainError(error)
  }
  throw new Error('It started.')
}

/** Starts a listener that calls `accept` for each connection, and returns its port. */
async function listener(accept: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer(accept).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return String((server.address() as AddressInfo).port)
}

function expectForPeople(message: string) {
  expect(message.split('\n').length).toBeLessThanOrEqual(2)
  expect(message).not.toMatch(/^\s+at /m)
  expect(message).not.toContain(PASSWORD)
  expect(message).not.toContain(new URL(inject('template')).password || PASSWORD)
}

describe('a database that cannot be used', () => {
  const DATABASE = /^The database of DATABASE_URL can't be used: /
  const server = () => at(inject('template'), { database: 'postgres' })

  it.each<[what: string, url: () => string | Promise<string>, reason: RegExp]>([
    ['does not run', () => at(server(), { port: '1', password: PASSWORD }), /ECONNREFUSED|refused/],
    ['has an unknown host', () => `postgresql://u:${PASSWORD}@no.such.host.invalid/c`, /no\.such\.host\.invalid/],
    ['refuses the password', () => at(server(), { password: PASSWORD }), /password/],
    ['does not know the user', () => at(server(), { user: 'nobody', password: PASSWORD }), /nobody/],
    ['does not exist', () => at(server(), { database: 'nowhere' }), /"nowhere" does not exist/],
    [
      'does not speak TLS',
      async () => {
        const port = await listener((socket) => socket.once('data', () => socket.write('N')))
        return `postgresql://u:${PASSWORD}@127.0.0.1:${port}/c?sslmode=require`
      },
      /SSL/,
    ],
    [
      'needs a certificate file that does not exist',
      () => at(server(), { search: `?sslmode=verify-full&sslrootcert=${join(tmpdir(), 'no-such-ca.pem')}` }),
      /no-such-ca\.pem/,
    ],
    [
      'is not a PostgreSQL',
      async () =>
        `postgresql://u:${PASSWORD}@127.0.0.1:${await listener((socket) => socket.end('HTTP/1.1 400\r\n\r\n'))}/c`,
      DATABASE,
    ],
    [
      'accepts connections and sends nothing',
      async () => {
        const sockets: Socket[] = []
        onTestFinished(() => {
          for (const socket of sockets) socket.destroy()
        })
        return `postgresql://u:${PASSWORD}@127.0.0.1:${await listener((socket) => sockets.push(socket))}/c`
      },
      /time/,
    ],
    [
      'does not let the user create tables',
      async () => {
        const url = await emptyDatabase()
        const user = `guest_${randomBytes(4).toString('hex')}`
        await query(url, `CREATE ROLE ${user} LOGIN PASSWORD '${PASSWORD}'`)
        onTestFinished(() => query(server(), `DROP ROLE ${user}`).then(() => {}))
        return at(url, { user, password: PASSWORD })
      },
      /permission denied/,
    ],
  ])('is named with the reason if it %s', async (_, url, reason) => {
    const message = await messageOf({ DATABASE_URL: await url() })

    expect(message).toMatch(DATABASE)
    expect(message).toMatch(reason)
    expectForPeople(message)
  })
})

describe('an address to listen on that cannot be used', () => {
  it('is reported if another program has the port', async () => {
    const port = await listener((socket) => socket.destroy())
    const message = await messageOf({ DATABASE_URL: await emptyDatabase(), PORT: port })

    expect(message).toBe('The port is in use by another program. Stop that program, or set PORT to a free port.')
  })

  it.each(['192.0.2.1', 'no.such.host.invalid', 'not a host'])('is reported if HOST is %s', async (host) => {
    const message = await messageOf({ DATABASE_URL: await emptyDatabase(), HOST: host })

    expect(message).toMatch(/^Can't listen: .*Set HOST to an address of this machine/)
    expectForPeople(message)
  })
})

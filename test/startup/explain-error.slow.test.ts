import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { explainError } from '../../src/startup/explain-error.ts'
import { startService } from '../../src/startup/service.ts'
import { emptyDatabase } from '../support/database/postgres.ts'
import { at, query } from '../support/database/query.ts'

const PASSWORD = 'correct-horse-battery'

/** What a person is told of a start that fails in this environment. */
async function toldOf(environment: NodeJS.ProcessEnv): Promise<string> {
  try {
    const service = await startService(loadConfig({ PORT: '0', ...environment }), pino({ level: 'silent' }))
    await service.close()
  } catch (fault) {
    return explainError(fault)
  }
  throw new Error('It started.')
}

/** The port of a listener that does this with each connection. */
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

describe('a database that is not to be had', () => {
  const DATABASE = /^The database of DATABASE_URL can't be used: /
  const server = () => at(inject('template'), { database: 'postgres' })

  it.each<[what: string, url: () => string | Promise<string>, told: RegExp]>([
    ['does not run', () => at(server(), { port: '1', password: PASSWORD }), /ECONNREFUSED|refused/],
    ['has no such host', () => `postgresql://u:${PASSWORD}@no.such.host.invalid/c`, /no\.such\.host\.invalid/],
    ['refuses the password', () => at(server(), { password: PASSWORD }), /password/],
    ['knows no such user', () => at(server(), { user: 'nobody', password: PASSWORD }), /nobody/],
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
      'is to be checked with a certificate that is not there',
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
      'closes every connection',
      async () => `postgresql://u:${PASSWORD}@127.0.0.1:${await listener((socket) => socket.destroy())}/c`,
      DATABASE,
    ],
    [
      'takes connections and says nothing',
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
      'lets the user make no tables',
      async () => {
        const url = await emptyDatabase()
        const user = `guest_${randomBytes(4).toString('hex')}`
        await query(url, `CREATE ROLE ${user} LOGIN PASSWORD '${PASSWORD}'`)
        onTestFinished(() => query(server(), `DROP ROLE ${user}`).then(() => {}))
        return at(url, { user, password: PASSWORD })
      },
      /permission denied/,
    ],
  ])('is named with the reason where it %s', async (_, url, told) => {
    const message = await toldOf({ DATABASE_URL: await url() })

    expect(message).toMatch(DATABASE)
    expect(message).toMatch(told)
    expectForPeople(message)
  })
})

describe('an address to listen on that is not to be had', () => {
  it('says so where another program has the port', async () => {
    const port = await listener((socket) => socket.destroy())
    const message = await toldOf({ DATABASE_URL: await emptyDatabase(), PORT: port })

    expect(message).toBe('The port is in use by another program. Stop that program, or set PORT to a free port.')
  })

  it.each(['192.0.2.1', 'no.such.host.invalid', 'not a host'])('says so where HOST is %s', async (host) => {
    const message = await toldOf({ DATABASE_URL: await emptyDatabase(), HOST: host })

    expect(message).toMatch(/^Can't listen: .*Set HOST to an address of this machine/)
    expectForPeople(message)
  })
})

describe('anything else', () => {
  it('names the data folder that can not be one', async () => {
    const file = join(tmpdir(), `catalog-file-${randomBytes(6).toString('hex')}`)
    await writeFile(file, '')
    onTestFinished(() => rm(file))
    const message = await toldOf({ DATA_DIR: join(file, 'data') })

    expect(message).toContain(`The data folder ${join(file, 'data')} can't be used`)
    expect(message).toContain('set DATA_DIR')
    expectForPeople(message)
  })

  it('comes with a line for each setting that is wrong', async () => {
    const message = await toldOf({ PORT: 'x', DATABASE_URL: `mysql://u:${PASSWORD}@db/c` })

    expect(message.split('\n')).toHaveLength(2)
    expectForPeople(message)
  })

  it('comes with its stack, for it is a fault of ours', () => {
    const fault = new TypeError('undefined is not a function')
    expect(explainError(fault)).toBe(fault.stack)
  })

  it('is told as it is where it is no error', () => {
    expect(explainError('all wrong')).toBe('all wrong')
  })
})

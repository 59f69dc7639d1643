import { type AddressInfo, createServer } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseIn, emptyDatabase } from '../support/database/own.ts'
import { query } from '../support/database/query.ts'
import { startProxy } from '../support/database/servers/proxy.ts'
import { startProgram, startServer, upload } from '../support/processes/programs.ts'
import { hasOpenssl, makeCertificate } from '../support/requests/certificate.ts'

/** Returns what a start could have left in a database: tables, and locks in a session of a pooler. */
const traces = (url: string) =>
  query(
    url,
    `SELECT relname AS trace FROM pg_class WHERE relnamespace = 'public'::regnamespace
     UNION ALL SELECT 'lock ' || objid FROM pg_locks JOIN pg_database ON oid = database
       WHERE locktype = 'advisory' AND datname = current_database()`,
  )

/** Returns the message of a refused start, which is the same for a server and a command. */
async function refusalOf(environment: Record<string, string>): Promise<string> {
  const server = await startProgram('server', { ...environment, PORT: '0' }).exit
  const command = await startProgram('cli', environment, ['migrate']).exit
  expect(server).toEqual({ status: 1, out: expect.stringMatching(/^{.* starts on .*}\n$/), err: command.err })
  expect(command.status).toBe(1)
  return server.err
}

/** Starts a proxy that invents process ids of sessions, as poolers do. */
const startPooler = async (url: string) => (await startProxy(url, { inventsIds: true })).url

describe('a database in another encoding than UTF8', () => {
  it.each(['LATIN1', 'SQL_ASCII'] as const)('such as %s is refused with the line that makes one', async (encoding) => {
    const url = await databaseIn(encoding)
    expect(await refusalOf({ DATABASE_URL: url })).toBe(
      `The database of DATABASE_URL has the encoding ${encoding}, which can't hold every name. Make one in UTF8 and set ` +
        'DATABASE_URL to its address: createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 NAME. Nothing was changed.\n',
    )
    expect(await traces(url)).toEqual([])
  })
})

describe('the address of a pooler', () => {
  it('is refused without a direct address, and as the direct address', async () => {
    const url = await emptyDatabase()
    const pooler = await startPooler(url)

    expect(await refusalOf({ DATABASE_URL: pooler })).toBe(
      'DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL to the address of the database itself. Nothing was changed.\n',
    )
    for (const DATABASE_URL of [pooler, url])
      expect(await refusalOf({ DATABASE_URL, DATABASE_DIRECT_URL: await startPooler(url) })).toBe(
        'DATABASE_DIRECT_URL leads to a pooler: it must be the address of the database itself. Nothing was changed.\n',
      )
    expect(await traces(url)).toEqual([])
  })

  it('is refused with the direct address of another database', async () => {
    const [url, other] = [await emptyDatabase(), await emptyDatabase()]
    const refusal = await refusalOf({ DATABASE_URL: await startPooler(url), DATABASE_DIRECT_URL: other })

    expect(refusal).toMatch(
      /^DATABASE_DIRECT_URL and DATABASE_URL lead to different databases: .*Nothing was changed\.\n$/,
    )
    expect([await traces(url), await traces(other)]).toEqual([[], []])
  })

  it('works with a direct address, to which migrations and commands go', async () => {
    const url = await emptyDatabase()
    const settings = { DATABASE_URL: await startPooler(url), DATABASE_DIRECT_URL: url }
    const server = await startServer(settings)
    expect(await upload(server, 'Pooled')).toBe(201)
    expect(await query(url, 'SELECT name FROM lists')).toEqual([{ name: 'Pooled' }])
    const { status, out } = await startProgram('cli', settings, ['export', '-']).exit
    expect([status, out.length > 0]).toEqual([0, true])
  })
})

it.skipIf(!hasOpenssl)('a database whose certificate is not trusted is refused with the setting to add', async () => {
  const { key, cert } = await makeCertificate()
  const secureContext = createSecureContext({ key, cert })
  const server = createServer((socket) => {
    // The first message of a client asks for TLS.
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write('S')
        new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => {})
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `postgresql://catalog:secret@127.0.0.1:${(server.address() as AddressInfo).port}/catalog?sslmode=verify-full`
  expect(await refusalOf({ DATABASE_URL: url })).toBe(
    "The database of DATABASE_URL can't be used: self-signed certificate. Check the host in DATABASE_URL. If the certificate " +
      'is from an authority of your own, add sslrootcert=FILE.\n',
  )
})

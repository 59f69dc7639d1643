import { type AddressInfo, createServer } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseIn } from '../support/database/own.ts'
import { query } from '../support/database/query.ts'
import { startProgram } from '../support/processes/programs.ts'
import { hasOpenssl, makeCertificate } from '../support/requests/certificate.ts'

/** Returns the message of a refused start, which is the same for a server and a command. */
async function refusalOf(environment: Record<string, string>): Promise<string> {
  const server = await startProgram('server', { ...environment, PORT: '0' }).exit
  const command = await startProgram('cli', environment, ['migrate']).exit
  expect(server).toEqual({ status: 1, out: expect.stringMatching(/^{.* starts on .*}\n$/), err: command.err })
  expect(command.status).toBe(1)
  return server.err
}

describe('a database in another encoding than UTF8', () => {
  it.each(['LATIN1', 'SQL_ASCII'] as const)('such as %s is refused with the line that makes one', async (encoding) => {
    const url = await databaseIn(encoding)
    expect(await refusalOf({ DATABASE_URL: url })).toBe(
      `The database has the encoding ${encoding}, which can't hold every name. Make one in UTF8 and set DATABASE_URL to its ` +
        'address: createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 NAME. Nothing was changed.\n',
    )
    expect(await query(url, "SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toEqual([])
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

import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished } from 'vitest'
import { createCatalogClient, listForm } from '../../src/client/client.ts'
import { clientOf, folderOf, uploadOf } from '../commands/remote/terminal.ts'
import { runIn } from '../support/commands/run.ts'
import { it } from '../support/it.ts'
import { startProgram } from '../support/processes/programs.ts'
import { hasOpenssl, makeCertificate } from '../support/requests/certificate.ts'
import { serve } from '../support/requests/wire.ts'

/** Serves the catalog at `port` by TLS. Returns its port there, the certificate's file, and how often TLS was tried. */
async function serveByTls(port: number, from?: string, until?: string) {
  const { key, cert, path } = await makeCertificate(from, until)
  const forward = async (incoming: IncomingMessage, answer: ServerResponse) => {
    const { method, url, headers } = incoming
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers })
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
    await pipeline(incoming, outgoing)
    const [response] = await answered
    answer.writeHead(response.statusCode ?? 0, response.headers)
    await pipeline(response, answer)
  }
  const server = createServer({ key, cert }, forward)
  let tries = 0
  server.on('connection', () => tries++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, path, tries: () => tries }
}

const PROFILE = { 'modlist.txt': '+SkyUI\n' }
const FILES = '1 file       7 B\nmodlist.txt  7 B\n'

/** Sends a list by the typed client, and returns the code of the error. */
async function codeOfClient(baseUrl: string): Promise<string | undefined> {
  const body = await listForm({ name: 'My List', game: 4, description: '' }, [{ name: 'a.txt', content: '+A\n' }])
  const sent = createCatalogClient({ baseUrl }).POST('/v1/lists', { body })
  return sent.then(
    () => undefined,
    (error) => error.cause?.code,
  )
}

const TRUST =
  'is not from an authority that this computer trusts (DEPTH_ZERO_SELF_SIGNED_CERT). Check the address, --url or ' +
  'CATALOG_URL. If the server has a certificate authority of its own, set NODE_EXTRA_CA_CERTS to the file of its certificate.'
const CLOCK = "Check this computer's clock. If it is right, the server's operator has to renew the certificate."

it.skipIf(!hasOpenssl).for([
  ['is self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT', undefined, undefined, TRUST],
  ['has expired', 'CERT_HAS_EXPIRED', '20200101000000Z', '20200102000000Z', `has expired (CERT_HAS_EXPIRED). ${CLOCK}`],
  [
    'is of the future',
    'CERT_NOT_YET_VALID',
    '21180101000000Z',
    '21190101000000Z',
    `is not valid yet (CERT_NOT_YET_VALID). ${CLOCK}`,
  ],
] as const)(
  'a list for a server whose certificate %s is sent once, and the error says what to do',
  async ([, code, from, until, words], { catalog, db }) => {
    const { port, tries } = await serveByTls(await serve(catalog), from, until)
    const address = `https://127.0.0.1:${port}`
    expect([await codeOfClient(address), tries()]).toEqual([code, 1])

    const message = `Not connected to ${address}, because its certificate ${words}`
    const { status, printed, complained } = await runIn(clientOf(address), ...uploadOf(await folderOf(PROFILE)))
    expect([status, printed, complained]).toEqual([1, '', `${FILES}${message}`])
    for (const command of [['games'], ['show', 'mine'], ['whoami', '--token', 'mlc_a'], ['login']]) {
      const outcome = await runIn(clientOf(address), ...command)
      expect([command, outcome.status, outcome.complained]).toEqual([command, 1, message])
    }
    expect(await db.list.count()).toBe(0)
  },
)

it.skipIf(!hasOpenssl)(
  'with NODE_EXTRA_CA_CERTS, the command line trusts that certificate, but not for another host name',
  async ({ catalog, db }) => {
    const { port, path } = await serveByTls(await serve(catalog))
    const words = uploadOf(await folderOf(PROFILE))
    const run = (host: string) =>
      startProgram('cli', { ...clientOf(`https://${host}:${port}`), NODE_EXTRA_CA_CERTS: path }, words).exit
    expect(await run('localhost')).toMatchObject({
      status: 1,
      err:
        `${FILES}Not connected to https://localhost:${port}, because its certificate is for another host name ` +
        '(ERR_TLS_CERT_ALTNAME_INVALID). Check the address, --url or CATALOG_URL.\n',
    })
    expect(await db.list.count()).toBe(0)
    expect(await run('127.0.0.1')).toMatchObject({ status: 0 })
    expect(await db.list.count()).toBe(1)
  },
)

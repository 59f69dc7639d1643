import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { userInfo } from 'node:os'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { configurationFolder } from '../../../src/commands/remote/private-files.ts'
import { runIn, startIn } from '../../support/commands/run.ts'
import { it } from '../../support/it.ts'
import { makeLists } from '../../support/requests/forms.ts'
import { serve } from '../../support/requests/wire.ts'
import { clientOf, folderOf, hasTerminal, runOnTerminal, uploadOf } from './terminal.ts'

const PROFILE = { 'modlist.txt': '+Sky UI\r\n' }
const SECRET = 'mlc_abcdefghijklmnopqrstuvwxyz'

/** Starts a server that reads requests and answers only those for its limits and for games. */
async function silentServer(onUpload: () => void): Promise<string> {
  const server = createServer((request, response) => {
    if (request.method === 'POST') return void request.resume().on('end', onUpload)
    const games = { data: [{ id: 4, name: 'TESV Skyrim SE', lists_count: 0 }] }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url === '/' ? {} : games))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a secret in the environment', () => {
  it.for([
    ['a line end', `${SECRET}\n`],
    ['a line end inside', `${SECRET.slice(0, 9)}\r\n${SECRET.slice(9)}`],
    ['typographic quotes', `“${SECRET}”`],
    ['a space', `${SECRET} `],
  ] as const)('is called malformed and never printed if it has %s', async ([, value], { api, catalog, db }) => {
    await makeLists(api, { Mine: PROFILE })
    const folder = await folderOf(PROFILE)
    const client = clientOf(await serve(catalog))
    for (const [environment, args] of [
      [{ CATALOG_TOKEN: value }, uploadOf(folder)],
      [{ CATALOG_TOKEN: value }, ['whoami']],
      [{ CATALOG_OWNER_KEY: value }, ['update', 'mine', folder]],
      [{ CATALOG_OWNER_KEY: value }, ['delete', 'mine']],
      [{}, ['whoami', '--token', value]],
    ] as const) {
      const { status, printed, complained } = await runIn({ ...client, ...environment }, ...args)
      expect([args, status, printed]).toEqual([args, 1, ''])
      expect(complained.split('\n').at(-1)).toBe(
        'The token or owner key is malformed: it has spaces, line ends or typographic quotes. Copy it again.',
      )
      expect(complained).not.toContain(SECRET.slice(10))
    }
    expect(await db.list.count()).toBe(1)
  })

  it.for(['CATALOG_URL', '--url'])('is never printed if it is a password in the address of %s', async (place) => {
    for (const address of ['http://ann:hunter2@127.0.0.1:1', 'http://hunter2@127.0.0.1:1/v1']) {
      const args = place === '--url' ? ['games', '--url', address] : ['games']
      const { status, complained } = await runIn(clientOf(address), ...args)
      expect([status, complained]).toEqual([
        1,
        "The server's address must not have a user name or a password. Use a token instead.",
      ])
    }
    for (const address of [
      'ftp://ann:hunter2@127.0.0.1',
      'ann:hunter2@127.0.0.1',
      'http://ann:hunter2@127.0.0.1?a',
      'http://ann:hunter2@[',
    ]) {
      const [environment, args] = place === '--url' ? [{}, ['games', '--url', address]] : [clientOf(address), ['games']]
      const { status, printed, complained } = await runIn(environment, ...args)
      expect([address, status, printed, complained]).toEqual([
        address,
        place === '--url' ? 2 : 1, // wrong usage
        '',
        `${place} must be an address like http://localhost:3000.${place === '--url' ? '\n(add --help for usage)' : ''}`,
      ])
    }
  })
})

describe('an owner key', () => {
  it('is kept in the home folder of the system if HOME is empty or relative, never in the working folder', () => {
    const folder = `${userInfo().homedir}/.config`
    for (const HOME of ['', 'home', '.']) expect(configurationFolder({ HOME }, 'linux')).toBe(folder)
  })

  it('is kept nowhere if HOME is empty and the system does not know the user', () => {
    expect(configurationFolder({ HOME: '' }, 'linux', () => undefined)).toBe(undefined)
  })

  it('is printed, and the command says that it is not kept, if there is no folder for it', async ({ catalog }) => {
    const client = { ...clientOf(await serve(catalog)), XDG_CONFIG_HOME: '/dev/null' }
    const { status, complained } = await runIn(client, ...uploadOf(await folderOf(PROFILE)))
    expect(status).toBe(0)
    expect(complained).toMatch(/^Owner key: mlk_[\w-]{43}$/m)
    expect(complained).toContain(
      "not kept, because /dev/null/mod-list-catalog/owner-keys can't be written (ENOTDIR): save it.",
    )
  })
})

describe('a terminal', () => {
  it.skipIf(!hasTerminal)('is left as it was by an upload, and has no colours if it is dumb', async ({ catalog }) => {
    const client = clientOf(await serve(catalog))
    const folder = await folderOf(PROFILE)
    const { status, out } = await runOnTerminal('cli', client, uploadOf(folder)).exit
    expect([status, out.includes('Uploading [')]).toEqual([0, true])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences that change the mode of a terminal
    expect(out).not.toMatch(/\u001b\[\?/)

    const changed = await folderOf({ 'modlist.txt': '-Sky UI\r\n+Other\r\n' })
    const coloured = await runOnTerminal('cli', client, ['changes', changed, 'mine']).exit
    expect(coloured.out).toContain('\u001b[')
    for (const args of [uploadOf(folder), ['changes', changed, 'mine']]) {
      const dumb = await runOnTerminal('cli', { ...client, TERM: 'dumb' }, args).exit
      expect(dumb.out).not.toContain('\u001b')
    }
  })
})

describe('an upload', () => {
  it('says that the server gives no sign after 10 seconds, and ends with the next step after 60', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    let uploads = 0
    let noteUpload = () => {}
    const sent = new Promise<void>((resolve) => {
      noteUpload = resolve
    })
    const address = await silentServer(() => {
      uploads++
      noteUpload()
    })
    const { complained, exit } = startIn(clientOf(address), ...uploadOf(await folderOf(PROFILE)))
    await sent
    vi.advanceTimersByTime(10_000)
    expect(complained.at(-1)).toBe(`No sign of ${address} for 10 s. Still waiting; press Ctrl-C to stop.`)
    const said = complained.length
    vi.advanceTimersByTime(49_999)
    expect(complained).toHaveLength(said)
    vi.advanceTimersByTime(1)
    expect(await exit).toBe(1)
    expect(complained.at(-1)).toBe(
      `No sign of ${address} for 60 s, so this command stopped. The list may be saved all the same: look for it on the ` +
        'website or with "lists" before you send it again.',
    )
    expect(uploads).toBe(1)
  })
})

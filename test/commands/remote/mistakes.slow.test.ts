import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { runIn, startIn } from '../../support/commands/run.ts'
import { it } from '../../support/it.ts'
import { makeLists } from '../../support/requests/forms.ts'
import { serve } from '../../support/requests/wire.ts'
import { clientOf, folderOf, uploadOf } from './terminal.ts'

const PROFILE = { 'modlist.txt': '+Sky UI\r\n' }
const SECRET = 'mlc_abcdefghijklmnopqrstuvwxyz'

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

it('an upload says that the server gives no sign after 10 s, and ends with the next step after 60', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let noteUpload = () => {}
  const sent = new Promise<void>((resolve) => {
    noteUpload = resolve
  })
  const silent = createServer((request, response) => {
    if (request.method === 'POST') return void request.resume().on('end', noteUpload)
    const games = { data: [{ id: 4, name: 'TESV Skyrim SE', lists_count: 0 }] }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(request.url === '/' ? {} : games))
  })
  onTestFinished(() => {
    vi.useRealTimers()
    silent.closeAllConnections()
    silent.close()
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const { complained, exit } = startIn(clientOf(address), ...uploadOf(await folderOf(PROFILE)))
  await sent
  vi.advanceTimersByTime(10_000)
  expect(complained.at(-1)).toBe(`No sign of ${address} for 10 s. Still waiting; press Ctrl-C to stop.`)
  vi.advanceTimersByTime(50_000)
  expect(await exit).toBe(1)
  expect(complained.at(-1)).toMatch(
    /^No sign of .* for 60 s, so this command stopped\. The list may be saved all the same/,
  )
})

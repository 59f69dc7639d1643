import { describe, expect } from 'vitest'
import { runIn } from '../../support/commands/run.ts'
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

import { describe, expect } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { databasePlace } from '../../src/startup/banner.ts'
import { hasTerminal, runOnTerminal } from '../commands/remote/terminal.ts'
import { it } from '../support/it.ts'
import { freePort } from '../support/processes/free-port.ts'
import { startServer } from '../support/processes/programs.ts'

describe('the start of a server', () => {
  it.skipIf(!hasTerminal)(
    'shows the address of the server and a working command in a terminal',
    async ({ url, db: _ }) => {
      const port = String(await freePort())
      const server = runOnTerminal('server', { DATABASE_URL: url, PORT: port })
      await expect.poll(server.log).toContain('curl')

      const shown = server.log().replaceAll('\r\n', '\n')
      expect(shown).toMatch(new RegExp(`\nMod list catalog \\d\\S+ listens on http://localhost:${port}\n`))
      expect(shown).toContain(`  data       ${new URL(url).pathname.slice(1)} on ${new URL(url).host}\n`)
      expect(shown).not.toContain(new URL(url).password || url)
      const reference = /reference +(\S+)/.exec(shown)?.[1] ?? ''
      const curl = /try +curl (\S+)/.exec(shown)?.[1] ?? ''
      // On a busy machine, the server may be overloaded right after its start.
      for (const address of [reference, curl]) await expect.poll(async () => (await fetch(address)).status).toBe(200)
    },
  )

  it('logs lines of JSON outside a terminal, and the first names the address and the database', async ({
    url,
    db: _,
  }) => {
    const server = await startServer({ DATABASE_URL: url })
    const lines = server.log().trimEnd().split('\n')
    const place = `starts at http://localhost:${new URL(server.address).port}, with the database ${databasePlace(loadConfig({ DATABASE_URL: url }))}.`
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: expect.stringContaining(place) })
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.any(String) })
  })
})

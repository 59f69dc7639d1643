import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { CRASH_LOGGER } from '../../support/profiles/logs.ts'
import { textOf } from '../../support/website/pages.ts'

type Api = ReturnType<typeof supertest>

const send = (api: Api, fields: Record<string, string>, status = 200) => {
  const request = api.post('/analyse').set('Accept', 'text/html')
  for (const [name, value] of Object.entries(fields)) request.field(name, value)
  return request.expect(status)
}

/** Returns the fields that a form of the page sends. */
const hiddenOf = (html: string, name: string) =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1]

describe('the page that reads a crash log', () => {
  it('says at once what a pasted log has, and stores nothing', async ({ api, db }) => {
    const { text, headers } = await send(api, { text: CRASH_LOGGER })
    expect(text).toContain('<h1>Crashed at skee64.dll+1DAE5</h1>')
    expect(textOf(text)).toMatch(/Share it and compare with….*Named in the log/s) // what can be done comes first
    expect(textOf(text)).toMatch(/\d+ plugins/)
    expect(headers['cache-control']).toBe('no-store')
    expect(await db.list.count()).toBe(0)
    expect(await db.file.count()).toBe(0)
  })

  it('shares the log under a name and for a game that it reveals', async ({ api, db }) => {
    const { text } = await send(api, { text: CRASH_LOGGER })
    expect(hiddenOf(text, 'game')).toBe('4')
    const share = api.post('/upload').field('text', CRASH_LOGGER)
    for (const name of ['name', 'text_name', 'description', 'expires', 'game'])
      share.field(name, hiddenOf(text, name) ?? '')
    const { headers } = await share.expect(303)
    expect(headers.location).toMatch(/\/lists\/skee64dll-crash/)
    expect((await db.list.findMany()).map(({ name }) => name)).toEqual([expect.stringMatching(/^skee64\.dll crash/)])
  })

  it('does not call the log of a game that ran a crash', async ({ api }) => {
    const log = '[12:00:00] [main/INFO]: Loading 2 mods:\n\t- minecraft 1.20.1\n\t- sodium 0.5.3\n'
    const { text } = await send(api, { text: log })
    expect(text).toContain('<h1>Log of Minecraft</h1>')
    expect(hiddenOf(text, 'name')).toBe('Log of Minecraft')
  })

  it('leads on to a comparison with the shared log', async ({ api }) => {
    const { text } = await send(api, { text: CRASH_LOGGER })
    const share = api.post('/upload').field('text', CRASH_LOGGER).field('next', 'compare')
    for (const name of ['name', 'text_name', 'description', 'expires', 'game'])
      share.field(name, hiddenOf(text, name) ?? '')
    expect((await share.expect(303)).headers.location).toMatch(/\/compare\?.*skee64dll-crash/)
  })

  it('says so of a text that is not read, and asks for the game if it is shared', async ({ api }) => {
    const { text } = await send(api, { text: 'Dear all,\nmy game crashes.\n' })
    expect(textOf(text)).toMatch(/No mods or plugins are read from .*: it is kept as text/)
    expect(text).toContain('<select name="game"')
  })

  it('reads one text, so that none is left out when it is shared', async ({ api, db }) => {
    const both = api.post('/analyse').set('Accept', 'text/html').field('text', CRASH_LOGGER)
    const { text } = await both.attach('files[]', Buffer.from('+SkyUI\n'), 'modlist.txt').expect(422)
    expect(text).toContain('Paste a log or choose its file, not both.')
    expect(await db.list.count()).toBe(0)
  })

  it('asks for a log if nothing was sent', async ({ api, db }) => {
    const { text } = await send(api, { text: '' }, 422)
    expect(text).toContain('Choose at least one file, or paste text.')
    expect(await db.list.count()).toBe(0)
  })
})

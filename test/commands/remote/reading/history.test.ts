import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/history.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { listen } from '../../../support/requests/listen.ts'
import { serve } from '../../../support/requests/wire.ts'
import { clientOf, NO_DATABASE } from '../terminal.ts'

const FIRST = { 'modlist.txt': '+A\n', 'a.ini': 'k=1\n' }
const SECOND = { 'modlist.txt': '+B\n+A\n', 'a.ini': 'k=2\n' }

const CHANGELOG = [
  '1.1 (version 2), 2026-11-20T08:31:00Z',
  '1 mod added; 1 setting changed',
  '',
  'Mods',
  '  + added B',
  '',
  'a.ini',
  '  ~ changed [] k: 1, now 2',
  '',
  'Files',
  '  changed modlist.txt',
  '  changed a.ini',
  '',
  'Version 1, 2026-11-20T08:30:00Z',
  'The first version.',
]

describe('history', () => {
  it('shows the revisions of a list as a table, newest first, by slug and address', async ({ catalog, save }) => {
    await save({}, FIRST)
    await save({ version: '1.1' }, SECOND)
    const port = await serve(catalog)
    const printed = [
      'REVISION  CREATED               VERSION  FILES  SIZE',
      '2         2026-11-20T08:31:00Z  1.1      2      10 B',
      '1         2026-11-20T08:30:00Z  -        2      7 B',
    ].join('\n')
    const outcome = { status: 0, printed, complained: '' }
    expect(await runIn(clientOf(port), 'history', 'my-list')).toEqual(outcome)
    expect(await runIn(NO_DATABASE, 'history', `http://127.0.0.1:${port}/v1/lists/my-list`)).toEqual(outcome)
  })

  it('shows the newest 30 revisions, and says how many there are', async ({ catalog, save }) => {
    for (let version = 1; version <= 31; version++) await save({ version: `${version}` })
    const { printed, complained } = await runIn(clientOf(await serve(catalog)), 'history', 'my-list')
    expect(printed.split('\n')).toHaveLength(31)
    expect(complained).toBe('The newest 30 of 31 revisions.')
  })
})

describe('changelog', () => {
  it('shows what each revision changed, newest first', async ({ catalog, save }) => {
    await save({}, FIRST)
    await save({ version: '1.1' }, SECOND)
    const outcome = await runIn(clientOf(await serve(catalog)), 'changelog', 'my-list')
    expect(outcome).toEqual({ status: 0, printed: CHANGELOG.join('\n'), complained: '' })
  })

  it('shows the newest ten revisions, and says how many there are', async ({ catalog, save }) => {
    for (let version = 1; version <= 11; version++) await save({ version: `${version}` })
    const { printed, complained } = await runIn(clientOf(await serve(catalog)), 'changelog', 'my-list')
    expect(printed.match(/^\d+ \(version \d+\)/gm)).toHaveLength(10)
    expect(complained).toBe('The newest 10 of 11 revisions.')
  })

  it("replaces control characters in a server's times", async ({ catalog, save }) => {
    await save({}, FIRST)
    const port = await serve(catalog)
    const stranger = await listen(async ({ url = '' }, response) => {
      const text = await (await fetch(`http://127.0.0.1:${port}${url}`)).text()
      response.setHeader('content-type', 'application/json')
      response.end(text.replaceAll(/"created":"[^"]*"/g, '"created":"2026\\u001b]0;OWNED\\u0007\\u001b[2J"'))
    })
    for (const command of ['history', 'changelog']) {
      const { printed } = await runIn(clientOf(stranger), command, 'my-list')
      expect(printed).toContain('2026\uFFFD]0;OWNED\uFFFD\uFFFD[2J')
    }
  })

  it("prints the server's Markdown and JSON", async ({ api, catalog, save }) => {
    await save({}, FIRST)
    await save({ version: '1.1' }, SECOND)
    const environment = clientOf(await serve(catalog))
    const { text } = await api.get('/v1/lists/my-list/changelog.md').buffer(true).expect(200)
    expect((await runIn(environment, 'changelog', 'my-list', '--markdown')).printed).toBe(text.trimEnd())
    for (const [command, path] of [
      ['changelog', '/v1/lists/my-list/changelog'],
      ['history', '/v1/lists/my-list/revisions'],
    ] as const) {
      const { printed } = await runIn(environment, command, 'my-list', '--json')
      const { body } = await api.get(path).expect(200)
      expect(JSON.parse(printed).data).toEqual(body.data)
      expect(JSON.parse(printed).meta.total).toBe(2)
    }
  })
})

describe('history and changelog with --private', () => {
  const forms = [
    ['history', '--json'],
    ['changelog', '--json'],
    ['changelog', '--markdown'],
  ] as const
  const revisions = (printed: string) =>
    [...printed.matchAll(/"revision": (\d)|\(version (\d)\)/g)].map(([, inJson, inText]) => Number(inJson ?? inText))

  it("show private revisions with the author's token", async ({ ada, catalog, save }) => {
    await save({ version: '1' }, { 'modlist.txt': '+A' })
    await save({ version: '2', private: '1' }, { 'modlist.txt': '+A\n+B' })
    await save({ version: '3' }, { 'modlist.txt': '+A\n+B\n+C' })
    const client = clientOf(await serve(catalog))
    const token = ada.authorization?.replace('Bearer ', '') ?? ''
    for (const [command, form] of forms) {
      const shown = async (...args: string[]) =>
        revisions((await runIn(client, command, 'my-list', form, ...args)).printed)
      expect(await shown('--private', '--token', token)).toEqual([3, 2, 1])
      expect(await shown('--token', token)).toEqual([3, 1])
      const { printed } = await runIn({ ...client, CATALOG_TOKEN: token }, command, 'my-list', form, '--private')
      expect(revisions(printed)).toEqual([3, 2, 1])
    }
    const { printed } = await runIn(client, 'history', 'my-list', '--private', '--token', token)
    expect(printed.split('\n').map((line) => line.split(/ +/).at(-1))).toEqual(['PRIVATE', '-', 'yes', '-'])
  })

  it('show private revisions with the owner key of an anonymous list', async ({ api, catalog }) => {
    const { body, headers } = await fillList(api.post('/v1/lists'), { version: '1', private: '1' }).expect(201)
    const { slug } = body.data
    const key = String(headers['owner-key'])
    await fillList(api.put(`/v1/lists/${slug}`).set('authorization', `Bearer ${key}`), { version: '2' }).expect(200)
    const client = clientOf(await serve(catalog))
    for (const [command, form] of forms) {
      const shown = async (...args: string[]) => revisions((await runIn(client, command, slug, form, ...args)).printed)
      expect(await shown('--private', '--owner-key', key)).toEqual([2, 1])
      expect(await shown()).toEqual([2])
    }
  })

  it('say whose token is missing, or where they looked for the owner key', async ({ api, catalog, save }) => {
    await save()
    await fillList(api.post('/v1/lists'), { name: 'Nobody' }).expect(201)
    const client = clientOf(await serve(catalog))
    for (const [command] of forms) {
      const [ofAda, ofNobody] = [
        await runIn(client, command, 'my-list', '--private'),
        await runIn(client, command, 'nobody', '--private'),
      ]
      expect([ofAda.status, ofNobody.status]).toEqual([1, 1])
      expect(ofAda.complained).toBe(
        'my-list belongs to Ada. Put the API token of Ada into CATALOG_TOKEN, or use "login".',
      )
      expect(ofNobody.complained).toContain('The owner key of nobody is not in ')
    }
  })
})

describe('history and changelog', () => {
  const COMMANDS = [
    ['history'],
    ['history', '--json'],
    ['changelog'],
    ['changelog', '--json'],
    ['changelog', '--markdown'],
  ]

  it('never print control characters, in any format', async ({ catalog, save, db }) => {
    const evil = '\u001B]0;x\u0007\u202E'
    await save({ version: '1' }, { 'modlist.txt': '+A' })
    await save({ version: '2' }, { 'modlist.txt': `+A\n+${evil}b`, 'a.ini': `a=${evil}` })
    await db.list.updateMany({ data: { version: '\u202e2' } }) // stored before such versions were refused
    await db.listRevision.updateMany({ data: { version: '\u202e1' } })
    const environment = clientOf(await serve(catalog))
    for (const args of COMMANDS) {
      const { status, printed } = await runIn(environment, ...args, 'my-list')
      expect([args, status]).toEqual([args, 0])
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them
      expect(printed).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/)
    }
  })

  it('exit with 1 and a message if the list does not exist, and with 2 for wrong usage', async ({ catalog, save }) => {
    await save()
    const environment = clientOf(await serve(catalog))
    for (const args of COMMANDS) {
      const outcome = await runIn(environment, ...args, 'nothing')
      expect(outcome).toEqual({ status: 1, printed: '', complained: 'List not found.' })
    }
    expect((await runIn(environment, 'history')).status).toBe(2)
    expect((await runIn(environment, 'changelog', 'my-list', '--json', '--markdown')).status).toBe(2)
  })

  it('say that the server is not a mod list catalog', async () => {
    const client = clientOf(await listen((_, response) => response.end('<html>')))
    for (const args of COMMANDS) {
      const { status, complained } = await runIn(client, ...args, 'my-list')
      expect([status, complained]).toEqual([1, expect.stringContaining('does not respond like a mod list catalog')])
    }
  })
})

import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/history.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { clientOf, NO_DATABASE } from '../terminal.ts'

const FIRST = { 'modlist.txt': '+A\n', 'a.ini': 'k=1\n' }
const SECOND = { 'modlist.txt': '+B\n+A\n', 'a.ini': 'k=2\n' }

const CHANGELOG = [
  '# Changelog of `My List`',
  '## `1.1` (version 2), 2026-11-20',
  '1 mod added; 1 setting changed',
  '### Mods',
  '**Added (1)**',
  '- `B`',
  '### Settings',
  '#### `a.ini`',
  '**Changed (1)**',
  '- `[] k`: `1`, now `2`',
  '### Files',
  '**Differing (2)**',
  '- `modlist.txt`: changed\n- `a.ini`: changed',
  '## Version 1, 2026-11-20',
  'The first version.',
]

describe('history', () => {
  it('shows the revisions of a list as a table, newest first, by slug and address', async ({ save, port }) => {
    await save({}, FIRST)
    await save({ version: '1.1' }, SECOND)
    const printed = [
      'REVISION  CREATED               VERSION  FILES  SIZE',
      '2         2026-11-20T08:31:00Z  1.1      2      10 B',
      '1         2026-11-20T08:30:00Z  -        2      7 B',
    ].join('\n')
    const outcome = { status: 0, printed, complained: '' }
    expect(await runIn(clientOf(port), 'history', 'my-list')).toEqual(outcome)
    expect(await runIn(NO_DATABASE, 'history', `http://127.0.0.1:${port}/v1/lists/my-list`)).toEqual(outcome)
  })
})

describe('changelog', () => {
  it('shows what each revision changed, newest first', async ({ save, port }) => {
    await save({}, FIRST)
    await save({ version: '1.1' }, SECOND)
    const outcome = await runIn(clientOf(port), 'changelog', 'my-list')
    expect(outcome).toEqual({ status: 0, printed: CHANGELOG.join('\n\n'), complained: '' })
  })
})

describe('history and changelog with --private', () => {
  const forms = [['history', '--json'], ['changelog', '--json'], ['changelog']]
  const revisions = (printed: string) =>
    [...printed.matchAll(/"revision": (\d)|\(version (\d)\)/g)].map(([, inJson, inText]) => Number(inJson ?? inText))

  it("show private revisions with the author's token", async ({ ada, save, port }) => {
    await save({ version: '1' }, { 'modlist.txt': '+A' })
    await save({ version: '2', private: '1' }, { 'modlist.txt': '+A\n+B' })
    await save({ version: '3' }, { 'modlist.txt': '+A\n+B\n+C' })
    const client = clientOf(port)
    const token = ada.authorization?.replace('Bearer ', '') ?? ''
    for (const [command = '', ...form] of forms) {
      const shown = async (...args: string[]) =>
        revisions((await runIn(client, command, 'my-list', ...form, ...args)).printed)
      expect(await shown('--private', '--token', token)).toEqual([3, 2, 1])
      expect(await shown('--token', token)).toEqual([3, 1])
      const { printed } = await runIn({ ...client, CATALOG_TOKEN: token }, command, 'my-list', ...form, '--private')
      expect(revisions(printed)).toEqual([3, 2, 1])
    }
    const { printed } = await runIn(client, 'history', 'my-list', '--private', '--token', token)
    expect(printed.split('\n').map((line) => line.split(/ +/).at(-1))).toEqual(['PRIVATE', '-', 'yes', '-'])
  })

  it('show private revisions with the owner key of an anonymous list', async ({ api, port }) => {
    const { body, headers } = await fillList(api.post('/v1/lists'), { version: '1', private: '1' }).expect(201)
    const { slug } = body.data
    const key = String(headers['owner-key'])
    await fillList(api.put(`/v1/lists/${slug}`).set('authorization', `Bearer ${key}`), { version: '2' }).expect(200)
    const client = clientOf(port)
    for (const [command = '', ...form] of forms) {
      const shown = async (...args: string[]) =>
        revisions((await runIn(client, command, slug, ...form, ...args)).printed)
      expect(await shown('--private', '--owner-key', key)).toEqual([2, 1])
      expect(await shown()).toEqual([2])
    }
  })
})

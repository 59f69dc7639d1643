import { basename } from 'node:path'
import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/it.ts'
import { startProgram } from '../../../support/processes/programs.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { serve } from '../../../support/requests/wire.ts'
import { clientOf, folderOf, NO_DATABASE } from '../terminal.ts'

const ONE = { 'modlist.txt': '+SkyUI\r\n-Campfire\r\n+Utilities_separator\r\n+Gone\r\n', 'a.ini': '[x]\na=1\n' }
const TWO = { 'modlist.txt': '+SkyUI\n+Campfire\n+Utilities_separator\n+New\n', 'a.ini': '[x]\na=2\n', 'b.ccc': 'x' }

const CHANGES = (first: string, second: string) => [
  `# \`${first}\` compared with \`${second}\``,
  '1 mod added, 1 removed, 1 switched on; 1 setting changed',
  '## Mods',
  '**Added (1)**',
  '- `New`',
  '**Removed (1)**',
  '- `Gone`',
  '**Enabled (1)**',
  '- `Utilities`: `Campfire`',
  '## Settings',
  '### `a.ini`',
  '**Changed (1)**',
  '- `[x] a`: `1`, now `2`',
  '## Files',
  '**Differing (3)**',
  '- `modlist.txt`: changed\n- `a.ini`: changed\n- `b.ccc`: added',
]

describe('changes', () => {
  it('shows the differences of two lists by slug, address or path, with the exit statuses of diff', async ({
    catalog,
    api,
  }) => {
    await fillList(api.post('/v1/lists'), { name: 'One' }, ONE).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Two' }, TWO).expect(201)
    const port = await serve(catalog)
    const environment = clientOf(port)
    const out = `${CHANGES('One', 'Two').join('\n\n')}\n`
    expect(await startProgram('cli', environment, ['changes', 'one', 'two']).exit).toEqual({ status: 1, out, err: '' })
    expect(await startProgram('cli', environment, ['changes', 'one', 'one']).exit).toEqual({
      status: 0,
      out: '# `One (one)` compared with `One (one)`\n\nNo differences.\n',
      err: '',
    })
    const server = `http://127.0.0.1:${port}`
    const escaped = await runIn(NO_DATABASE, 'changes', `${server}/v1/lists/one%401`, `${server}/v1/lists/one`)
    expect([escaped.status, escaped.complained]).toEqual([0, ''])
    for (const [first, second] of [
      [`${server}/v1/lists/one`, 'https://www.example.com/lists/two/'],
      [`${server}/v1/lists/one`, '/lists/two'],
      ['/v1/lists/one', `${server}/v1/lists/two`],
    ] as const) {
      const names = first.startsWith('http') || second.startsWith('http') ? NO_DATABASE : environment
      const outcome = await runIn(names, 'changes', first, second)
      expect([first, second, outcome.status, outcome.printed]).toEqual([first, second, 1, out.trimEnd()])
    }
  })

  it('compares a folder with a list, without sending the folder', async ({ catalog, api, db }) => {
    await fillList(api.post('/v1/lists'), { name: 'One' }, ONE).expect(201)
    const folder = await folderOf({ ...TWO, 'notes.doc': 'x', 'plugins.txt': Buffer.of(0, 1, 2) })
    const environment = clientOf(await serve(catalog))
    const there = await runIn(environment, 'changes', 'one', folder)
    expect(there).toEqual({
      status: 1,
      printed: CHANGES('One', basename(folder)).join('\n\n'),
      complained: `${folder}: plugins.txt is skipped: not a text file.`,
    })
    const back = await runIn(environment, 'changes', folder, 'one')
    expect(back.printed).toContain('1 mod added, 1 removed, 1 switched off; 1 setting changed')
    expect(await db.list.count()).toBe(1)
  })

  it('shows the same for folders as a server for their lists, without a server', async ({ catalog, api }) => {
    await fillList(api.post('/v1/lists'), { name: 'One' }, ONE).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Two' }, TWO).expect(201)
    const environment = clientOf(await serve(catalog))
    const json = async (...places: string[]) =>
      JSON.parse((await runIn(environment, 'changes', ...places, '--json')).printed)
    const [one, two] = [await folderOf(ONE), await folderOf(TWO)]
    const { data: served } = await json('one', 'two')
    const { data: local } = await json(one, two)
    const { body } = await api.get('/v1/compare/one/two/changes').expect(200)
    expect(served).toEqual(body.data)
    expect(Object.keys(local)).toEqual(Object.keys(body.data))
    expect(local).toEqual({
      ...body.data,
      files: expect.any(Array),
      list1: { name: basename(one) },
      list2: { name: basename(two) },
    })
    expect(local.files).toHaveLength(3)
    expect((await json(one, 'two')).data).toMatchObject({ list1: { name: basename(one) }, list2: { slug: 'two' } })
    expect((await runIn(NO_DATABASE, 'changes', two, two)).status).toBe(0)
  })
})

import iconv from 'iconv-lite'
import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/it.ts'
import { CRASH_LOGGER } from '../../../support/profiles/logs.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { clientOf, folderOf } from '../terminal.ts'

const MODS = Array.from({ length: 9 }, (_, at) => `+Mod ${at}`)
const modlist = (...mods: string[]) => ({ 'modlist.txt': [...mods, ...MODS].join('\n') })

describe('check', () => {
  it('says which version a folder is, what is yours and what is newer, and sends nothing of it', async ({
    api,
    db,
    port,
  }) => {
    const made = await fillList(api.post('/v1/lists'), { version: '1.0', expires: 'perm' }, modlist()).expect(201)
    const own = { Authorization: String(made.headers['owner-key']) }
    await fillList(api.put('/v1/lists/my-list').set(own), { version: '1.1' }, modlist('+Newer')).expect(200)
    const environment = clientOf(port)
    const folder = await folderOf({ 'modlist.txt': ['+Mine', ...MODS.slice(1)].join('\n') })
    const { status, printed } = await runIn(environment, 'check', 'my-list', folder)
    expect(status).toBe(0)
    const sentence = 'You have 1.0 with 1 mod of your own, 1 missing; 1.1 is newer: 1 change.'
    expect(printed.split('\n')[0]).toBe(sentence)
    expect(printed).toContain('# `1.0` compared with `yours`')
    expect(printed).toContain('# `1.0` compared with `1.1`')

    const json = JSON.parse((await runIn(environment, 'check', 'my-list', folder, '--json')).printed)
    expect(json.data).toMatchObject({
      revision: 1,
      sentence,
      yours: { mods: { added: [{ name: 'Mine' }], removed: [{ name: 'Mod 0' }] } },
      newer: { mods: { added: [{ name: 'Newer' }] } },
    })
    expect(await db.list.count()).toBe(1)
  })

  it('ends with status 1 for another list, and takes a log as far as its list goes', async ({ api, port }) => {
    await fillList(api.post('/v1/lists'), { version: '1.0' }, modlist()).expect(201)
    await fillList(
      api.post('/v1/lists'),
      { name: 'Crashed', version: '2' },
      { 'a.log': CRASH_LOGGER, ...modlist() },
    ).expect(201)
    const environment = clientOf(port)
    const folder = await folderOf({ 'modlist.txt': '+Other\n' })
    const other = await runIn(environment, 'check', 'my-list', folder)
    expect([other.status, other.complained]).toEqual([1, expect.stringContaining('This is another list')])
    const log = await folderOf({ 'crash.log': CRASH_LOGGER })
    const { status, printed } = await runIn(environment, 'check', 'crashed', `${log}/crash.log`)
    expect([status, printed.split('\n')[0]]).toEqual([
      0,
      'You have 2 as it is; no version is newer. Only plugins were compared.',
    ])
    const nothing = await runIn(environment, 'check', 'my-list', './nothing')
    expect([nothing.status, nothing.printed]).toEqual([1, ''])
  })

  it('reads plugins in a code page of Windows like the server', async ({ api, port }) => {
    const names = ['Книга.esp', 'Меч.esp', 'Skyrim.esm']
    const [order, plugins] = [names.join('\r\n'), names.map((name) => `*${name}`).join('\r\n')]
    const stored = iconv.encode(plugins, 'windows-1251')
    await fillList(api.post('/v1/lists'), { version: '1' }, { 'loadorder.txt': order, 'plugins.txt': stored }).expect(
      201,
    )
    const environment = clientOf(port)
    const sentenceOf = async (text: string | Buffer) => {
      const folder = await folderOf({ 'loadorder.txt': order, 'plugins.txt': text })
      return (await runIn(environment, 'check', 'my-list', folder)).printed.split('\n')[0]
    }
    const sentence = 'You have 1 as it is; no version is newer.'
    expect(await sentenceOf(stored)).toBe(sentence)
    expect(await sentenceOf(plugins)).toBe(sentence)
  })
})

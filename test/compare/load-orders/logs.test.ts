import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { BUFFOUT, CRASH_LOGGER } from '../../support/profiles/logs.ts'
import { makeLists } from '../../support/requests/forms.ts'

const NEWER = CRASH_LOGGER.replace('v1.6.640', 'v1.6.1170')
  .replace('CrashLogger.dll v1.11.1', 'CrashLogger.dll v1.12.0')
  .replace('skee64.dll\n\n', 'hdtSMP64.dll v2.0\n\n')

const SECRETS = ['ANNS-PC', 'ann lee', '203.0.113.7', 'mlc_abcdef0123456789', 'abcdef1234567890', 'abcd1234']
const PRIVATE = CRASH_LOGGER.replace('EXCEPTION_ACCESS_VIOLATION', 'C:\\Users\\ann lee\\x Computer Name: ANNS-PC')
  .replace('v1.11.1', 'v1 connected to 203.0.113.7')
  .replace('skee64.dll\n\n', 'a token=abcd1234.dll\n\tb Bearer abcdef1234567890.dll\n\tmlc_abcdef0123456789.dll\n\n')
  .replace('Lux.esp\n\t[FE', 'token=abcd1234.esp\n\t[FE')

describe('a list with a crash log', () => {
  it('has the log in its load order, and the plugins of the log', async ({ api }) => {
    await makeLists(api, { One: { 'crash-2023-12-10-13-03-48.log': CRASH_LOGGER } })
    const { body } = await api.get('/v1/lists/one/load-order').expect(200)
    expect(body.data).toMatchObject({
      ...{ mods: null, settings: [], notes: [] },
      plugins: { length: 5 },
      log: {
        ...{ file: 'crash-2023-12-10-13-03-48.log', format: 'Crash Logger SSE', time: '2023-12-10T13:03:48' },
        at: { module: 'skee64.dll', offset: '1DAE5' },
        named: { plugins: ['Lux.esp', 'NPC Improvements.esp'] },
      },
    })
  })

  it('begins its load order in text and Markdown with the crash, but not in CSV', async ({ api }) => {
    await makeLists(api, { One: { 'a.log': CRASH_LOGGER } })
    const text = async (format: string) =>
      (await api.get(`/v1/lists/one/load-order.${format}`).buffer(true).expect(200)).text
    expect(await text('txt')).toMatch(
      /^Crash\nEXCEPTION_ACCESS_VIOLATION at skee64\.dll\+1DAE5\na\.log, written by Crash Logger SSE 1\.11\.1\.0, game version 1\.6\.640\nNamed in the log: Lux\.esp, /,
    )
    expect(await text('md')).toMatch(/^## Crash\n\n- `EXCEPTION_ACCESS_VIOLATION` at `skee64\.dll\+1DAE5`\n/)
    expect(await text('csv')).not.toContain('EXCEPTION')
  })

  it('shows no personal data in what is read, and keeps the file as it was sent', async ({ api }) => {
    await makeLists(api, { One: { 'a.log': PRIVATE }, Two: { 'a.log': NEWER } })
    const paths = ['lists/one/load-order', 'lists/one/load-order.txt', 'lists/one/load-order.md']
    const changes = ['compare/one/two/changes', 'compare/one/two/changes.md', 'compare/one/two/changes.md?short=1']
    for (const path of [...paths, ...changes]) {
      const { text } = await api.get(`/v1/${path}`).buffer(true).expect(200)
      for (const secret of SECRETS) expect.soft(text, `${path} ${secret}`).not.toContain(secret)
      if (path.startsWith('lists')) expect(text).toContain('[hidden]')
    }
    const { text } = await api.get('/v1/lists/one/files/a.log/raw').buffer(true).expect(200)
    expect(text).toBe(PRIVATE)
  })
})

describe('the changes between crash logs', () => {
  it('have the DLLs, and whether both crashed at the same place', async ({ api }) => {
    await makeLists(api, { One: { 'a.log': CRASH_LOGGER }, Two: { 'a.log': NEWER }, Three: { 'b.log': BUFFOUT } })
    const { body } = await api.get('/v1/compare/one/two/changes').expect(200)
    expect(body.data.dlls).toEqual({
      counts: { added: 1, removed: 1, updated: 1 },
      added: [{ name: 'hdtSMP64.dll', version: '2.0' }],
      removed: [{ name: 'skee64.dll', version: null }],
      updated: [{ name: 'CrashLogger.dll', from: '1.11.1', to: '1.12.0' }],
    })
    expect(body.data.log).toEqual({ same_place: true, game_version: { from: '1.6.640', to: '1.6.1170' } })
    expect(body.data).not.toHaveProperty('crashes')

    const { text } = await api.get('/v1/compare/one/two/changes.md').buffer(true).expect(200)
    expect(text).toContain(
      '1 DLL added, 1 removed, 1 updated; crashes at the same place: `skee64.dll+1DAE5`; game version `1.6.640` to `1.6.1170`',
    )
    expect(text).toContain('## DLLs\n\n**Added (1)**\n\n- `hdtSMP64.dll` `2.0`')
    expect(text).toContain('- `CrashLogger.dll`: `1.11.1` to `1.12.0`')
    const other = (await api.get('/v1/compare/one/three/changes').expect(200)).body.data
    expect(other.log).toMatchObject({ same_place: false })
    const short = await api.get('/v1/compare/one/three/changes.md?short=1').buffer(true).expect(200)
    expect(short.text).toContain('crashes at another place: lootman.dll+170EA, before skee64.dll+1DAE5')
  })

  it('count an address in the game only for the same version of the game', async ({ api }) => {
    const atExe = (version: string) =>
      CRASH_LOGGER.replaceAll('skee64.dll+', 'SkyrimSE.exe+').replace('1.6.640', version)
    await makeLists(api, {
      One: { 'a.log': atExe('1.6.640') },
      Two: { 'a.log': atExe('1.6.640.0') },
      Three: { 'a.log': atExe('1.6.1170') },
    })
    const logOf = async (one: string, other: string) =>
      (await api.get(`/v1/compare/${one}/${other}/changes`).expect(200)).body.data.log
    expect(await logOf('one', 'two')).toEqual({ same_place: true, game_version: null })
    expect(await logOf('one', 'three')).toMatchObject({ same_place: false })
  })

  it('say nothing of what a log can’t say about a list', async ({ api }) => {
    const plugins = '*Small.esl\n*Lux.esp\n*Mine.esp\nOff.esp\n'
    await makeLists(api, { Log: { 'a.log': CRASH_LOGGER }, Works: { 'plugins.txt': plugins } })
    const { body } = await api.get('/v1/compare/works/log/changes').expect(200)
    expect(body.data.plugins).toMatchObject({
      counts: { added: 0, removed: 1, enabled: 0, disabled: 0, moved: 0 },
      removed: [{ name: 'Mine.esp' }],
    })
    expect(body.data).toMatchObject({ dlls: { only_in: 2 }, log: null })
  })
})

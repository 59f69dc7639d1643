import { describe, expect, it } from 'vitest'
import { readLoadOrder } from '../../../../src/load-order/reading/read.ts'
import { LoadOrder } from '../../../../src/load-order/schemas.ts'
import { BUFFOUT, CRASH_LOGGER, NET_SCRIPT_FRAMEWORK, SMAPI, TRAINWRECK } from '../../../support/profiles/logs.ts'

const read = (...files: [name: string, text: string][]) => readLoadOrder(files.map(([name, text]) => ({ name, text })))
const logOf = (text: string, name = 'crash.log') => read([name, text]).log
const names = ({ plugins }: ReturnType<typeof read>) => plugins?.map(({ name }) => name)

describe('a crash log', () => {
  it('of Crash Logger SSE is read as facts, and lists the plugins', () => {
    const order = read(['crash-2023-12-10-13-03-48.log', CRASH_LOGGER])
    expect(order.log).toEqual({
      file: 'crash-2023-12-10-13-03-48.log',
      format: 'Crash Logger SSE',
      format_version: '1.11.1.0',
      game_version: '1.6.640',
      platform: null,
      time: '2023-12-10T13:03:48',
      exception: 'EXCEPTION_ACCESS_VIOLATION',
      at: { module: 'skee64.dll', offset: '1DAE5' },
      stack: [
        { module: 'skee64.dll', offset: '1DAE5' },
        { module: 'SkyrimSE.exe', offset: '1D4D47' },
        { module: 'My Own Plugin.dll', offset: '237E3' },
        { module: null, offset: null },
        { module: 'KERNEL32.DLL', offset: '1257D' },
      ],
      extender_plugins: [
        { name: 'CrashLogger.dll', version: '1.11.1' },
        { name: 'skee64.dll', version: null },
      ],
      named: {
        plugins: ['Lux.esp', 'NPC Improvements.esp'],
        dlls: ['skee64.dll', 'My Own Plugin.dll', 'hdtSMP64.dll'],
        mods: [],
      },
      plugin_list: 'listed',
      mods: null,
    })
    expect(order.plugins).toEqual(
      ['Skyrim.esm', 'Update.esm', 'Lux.esp', 'ccqdrsse001-survivalmode.esl', 'Small.esl'].map((name, index) => ({
        ...{ name, enabled: true, index },
      })),
    )
    expect(order.notes).toEqual([])
    const { pluginSources: _, identities: __, origins: ___, modlist: ____, ...loadOrder } = order
    expect(LoadOrder.parse(loadOrder)).toEqual(loadOrder)
  })

  it('of Buffout 4 mixes light and regular plugins', () => {
    const order = read(['a.txt', BUFFOUT])
    expect(order.log).toMatchObject({
      ...{ format: 'Buffout 4', format_version: '1.28.2', game_version: '1.10.163', time: null },
      at: { module: 'lootman.dll', offset: '170EA' },
      named: { plugins: ['ArmorKeywords.esm'], dlls: ['lootman.dll'] },
    })
    expect(names(order)).toEqual(['Fallout4.esm', 'Small.esl', 'ArmorKeywords.esm'])
  })

  it('of NetScriptFramework names who stands among the relevant objects, and nobody of the stack', () => {
    const order = read(['a.txt', NET_SCRIPT_FRAMEWORK])
    expect(order.log).toMatchObject({
      ...{ format: 'NetScriptFramework', format_version: '15', game_version: '1.5.97.0' },
      ...{ time: '2023-03-26T15:19:09', exception: null, extender_plugins: null },
      at: { module: 'dxgi.dll', offset: '75191' },
      stack: [
        { module: 'dxgi.dll', offset: '75191' },
        { module: 'SkyrimSE.exe', offset: 'A0E62E' },
        { module: null, offset: null },
      ],
      named: { plugins: ['Unbound (2).esp'], dlls: ['dxgi.dll'] },
    })
    expect(names(order)).toEqual(['Skyrim.esm', 'Unbound (2).esp', 'Shadow.esl'])
  })

  it('of Trainwreck has no list of plugins', () => {
    const order = read(['a.txt', TRAINWRECK])
    expect(order.log).toMatchObject({
      ...{ format: 'Trainwreck', format_version: '1.4.0', game_version: '1.6.1170', plugin_list: 'absent' },
      extender_plugins: [
        { name: 'ConsoleUtilSSE.dll', version: '1.4.0' },
        { name: 'hdtSMP64.dll', version: null },
      ],
      named: { plugins: [], dlls: ['hdtSMP64.dll'] },
    })
    expect(order.plugins).toBeNull()
  })

  it('of SMAPI says which mods have errors, updates, or were skipped, and lists the mods', () => {
    const order = read(['errors.txt', SMAPI])
    expect(order.log).toMatchObject({
      ...{ format: 'SMAPI', format_version: '4.1.0', game_version: '1.6.8', platform: 'Microsoft Windows 10 Home' },
      ...{ time: '2024-05-01T12:34:56Z', exception: null, at: null, stack: [], plugin_list: 'absent' },
      named: { plugins: [], dlls: [], mods: ['Bad Mod'] },
      mods: [
        { name: 'Cat Gifts', version: '1.1.5', errors: 0, update: null, skipped: "it's no longer compatible." },
        { name: 'Content Patcher', version: '2.4.4', errors: 0, update: '2.5.0', skipped: null },
        { name: 'Bad Mod', version: '1.0', errors: 2, update: null, skipped: null },
      ],
    })
    expect(order.mods?.map(({ name }) => name)).toEqual(['Content Patcher', 'Bad Mod', 'Cat Gifts'])
  })

  it('of a later Crash Logger has its objects above the call stack, and names no plugin of the stack', () => {
    const text = `CRASH TIME: 2026-02-11 01:51:49
Skyrim SSE v1.6.1170
CrashLoggerSSE v1.24.0 Jun 14 2026 08:11:02

Unhandled exception "EXCEPTION_ACCESS_VIOLATION" at 0x7FF7129D5F95 SkyrimSE.exe+01C5F95\tmov r10d, [r11+0x10]

POSSIBLE RELEVANT OBJECTS:
\tRDX: (TESObjectCELL*) [0x00016A02] ("Lord's Mail.esp")
\tRDI: (TESObjectCELL*) [0x00016A02] ("ccbgssse021-lordsmail.esl")

PROCESS INFO:
\tProcess ID: 4242

CALL STACK ([P]robable / [S]tack scan):
\t[0][P] 0x7FF7129D5F95 SkyrimSE.exe+01C5F95 -> 13937+0x15\tmov r10d, [r11+0x10]
\t[1][S] 0x7FF8FC32259D d3d11.dll+001259D

STACK:
\t[RSP+30  ] 0x2CA5CD8F100      (TESNPC*)
\t\tFile: "Stack.esp"
`
    expect(logOf(text)).toMatchObject({
      ...{ format: 'Crash Logger SSE', format_version: '1.24.0', game_version: '1.6.1170' },
      ...{ time: '2026-02-11T01:51:49', at: { module: 'SkyrimSE.exe', offset: '1C5F95' } },
      stack: [
        { module: 'SkyrimSE.exe', offset: '1C5F95' },
        { module: 'd3d11.dll', offset: '1259D' },
      ],
      named: { plugins: ["Lord's Mail.esp", 'ccbgssse021-lordsmail.esl'], dlls: ['d3d11.dll'] },
      ...{ extender_plugins: null, plugin_list: 'absent' },
    })
  })

  it.each([
    ['PLUGINS:\n  [00] A.esp\n', ['A.esp']],
    ['Game plugins (1)\n{\n[FE 000] A.esl\n}', ['A.esl']],
    ['CALL STACK ([P]robable / [S]tack scan):\n[0][P] 0x7 a.dll+0F', null],
  ])('can be a pasted part of one, without a format: %j', (text, plugins) => {
    const order = read(['text.txt', text])
    expect(order.log).toMatchObject({ format: null, format_version: null, game_version: null, exception: null })
    expect(names(order) ?? null).toEqual(plugins)
  })

  it.each([
    ['Skyrim SSE v1.6.640'],
    ['+SkyUI v5.2\n+Crash Logger v1.8\n+Buffout 4 v1.28.6\n+Other v1\n'],
    ['Skyrim SE v1.6\nBuffout 4 v1.2\nSkyUI\nA\nB\nC\nD\nE\nF\nG\nH'],
    ['PLUGINS:\nA.esp\nB.esp'],
    ['CALL STACK:\n[0] 0x7'],
    ['Unhandled exception "x" at 0x7 a.dll+1'],
    [''],
  ])('is not what only looks like one: %j', (text) => {
    expect(logOf(text, 'text.txt')).toBeNull()
  })

  it('is read as nothing else, whatever its name', () => {
    for (const name of ['modlist.txt', 'plugins.txt', 'Skyrim.ini', 'mods.csv']) {
      const order = read([name, CRASH_LOGGER])
      expect(order).toMatchObject({ mods: null, settings: [], log: { file: name }, plugins: { length: 5 } })
    }
  })

  it.each([
    ['text before it', (text: string) => `Hi, my game crashes:\n\n${text}`],
    ['a stray letter before the game', (text: string) => `x${text}`],
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['no indents', (text: string) => text.replaceAll(/^\t+/gm, '')],
    ['spaces for tabs', (text: string) => text.replaceAll('\t', '    ')],
  ])('is the same with %s', (_, change) => {
    expect(logOf(change(CRASH_LOGGER))).toEqual(logOf(CRASH_LOGGER))
    expect(names(read(['a.log', change(CRASH_LOGGER)]))).toEqual(names(read(['a.log', CRASH_LOGGER])))
  })

  it.each([
    ['nothing', 'PLUGINS:\n'],
    ['ERROR below damaged lines', 'PLUGINS:\n\t[00] A.esp\n\tERROR\n'],
  ])('whose logger failed to list plugins takes none: %s', (_, section) => {
    const text = BUFFOUT.slice(0, BUFFOUT.indexOf('PLUGINS:\n\t[00]')) + section
    expect(read(['a.log', text])).toMatchObject({ plugins: null, log: { plugin_list: 'failed' } })
  })

  it('that stands with others is chosen by its time, then by its place', () => {
    const both = read(
      ['crash-2023-12-10-13-03-48.log', `${CRASH_LOGGER}\n${TRAINWRECK}`],
      ['b.log', NET_SCRIPT_FRAMEWORK],
    )
    expect(both.log).toMatchObject({ format: 'Crash Logger SSE', file: 'crash-2023-12-10-13-03-48.log' })
    const names = ['crash-2023-12-10-13-03-48.log', 'b.log']
    expect(both.notes).toEqual([{ file: 'crash-2023-12-10-13-03-48.log', code: 'more_logs', count: 2, names }])
    const newer = read(['a.log', BUFFOUT], ['b.log', `CRASH TIME: 2026-02-10 12:34:56\n${CRASH_LOGGER}`])
    expect(newer.log).toMatchObject({ file: 'b.log', time: '2026-02-10T12:34:56' })
  })

  it('never replaces plugins.txt; a note says if it is of another load order', () => {
    const files: [string, string][] = [
      ['plugins.txt', '*Lux.esp\n*New.esp\nOff.esp\n*Small.esl\n'],
      ['crash.log', CRASH_LOGGER.replace('[ 1]     Update.esm', '[ 1]     Old.esp')],
    ]
    const order = readLoadOrder(files.map(([name, text]) => ({ name, text })))
    expect(names(order)).toEqual(['Lux.esp', 'New.esp', 'Off.esp', 'Small.esl'])
    expect(order.notes).toEqual([{ file: 'crash.log', code: 'log_differs', count: 2, names: ['Old.esp', 'New.esp'] }])
  })

  it('with more plugins than any game loads has the first 10,000, and counts the others as missing', () => {
    const lines = Array.from({ length: 10_003 }, (_, at) => `[FE:000] ${at}.esp\n`)
    const order = read(['a.log', `PLUGINS:\n${lines.join('')}`])
    expect([order.plugins?.length, order.plugins?.at(-1)?.name]).toEqual([10_000, '9999.esp'])
    expect(order.notes).toEqual([{ file: 'a.log', code: 'log_cut', count: 3, names: [] }])
  })
})

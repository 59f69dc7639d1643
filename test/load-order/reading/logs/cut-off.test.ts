import { describe, expect, it } from 'vitest'
import { readLoadOrder } from '../../../../src/load-order/reading/read.ts'
import { BUFFOUT, CRASH_LOGGER, NET_SCRIPT_FRAMEWORK, SMAPI, TRAINWRECK } from '../../../support/profiles/logs.ts'

const OBJECTS = `CRASH TIME: 2026-02-11 01:51:49
Skyrim SSE v1.6.1170
CrashLoggerSSE v1.24.0 Jun 14 2026 08:11:02

Unhandled exception "EXCEPTION_ACCESS_VIOLATION" at 0x7FF7129D5F95 SkyrimSE.exe+01C5F95

POSSIBLE RELEVANT OBJECTS:
\tRDX: (TESObjectCELL*) [0x00016A02] ("Mail.esp")

CALL STACK ([P]robable / [S]tack scan):
\t[0][P] 0x7FF7129D5F95 SkyrimSE.exe+01C5F95
\t[1][S] 0x7FF8FC32259D d3d11.dll+001259D

SKSE PLUGINS:
\thdtSMP64.dll v2.5.1

PLUGINS:
\tLight: 0\tRegular: 2\tTotal: 2
\t[ 0]     Skyrim.esm
\t[ 1]     Mail.esp
`

const ADDICTOL = BUFFOUT.replace(/Buffout 4 v.*/, 'Addictol v2.0.1')

const PASTED = `CALL STACK ([P]robable / [S]tack scan):
\t[0][P] 0x7FF7129D5F95 skee64.dll+01C5F95
\t[1][S] 0x7FF8FC32259D d3d11.dll+001259D

PLUGINS:
\tTotal: 2
\t[ 0]     Skyrim.esm
\t[ 1]     Mail.esp
`

function read(text: string) {
  const { log, plugins, mods, notes } = readLoadOrder([{ name: 'a.log', text }])
  return {
    ...{ format: log?.format, at: log?.at, frames: log?.stack.map(({ module }) => module), log },
    ...{
      dlls: log?.extender_plugins?.map(({ name }) => name) ?? null,
      versions: log?.extender_plugins?.map(({ version }) => version),
      named: log?.named,
      list: log?.plugin_list,
    },
    ...{ plugins: plugins?.map(({ name }) => name) ?? null, mods: mods?.map(({ name }) => name) ?? null, notes },
  }
}

/** Cuts a log off behind the first place that has this text. */
function upTo(text: string, last: string): string {
  const at = text.indexOf(last)
  expect(at).toBeGreaterThan(0)
  return text.slice(0, at + last.length)
}

const MISSING = { dlls: null, list: 'absent', plugins: null, mods: null, notes: [] }
const cut = (count: number) => [{ file: 'a.log', code: 'log_cut', count, names: [] }]

describe('a log that is cut off in the middle', () => {
  it.each([
    ['Crash Logger SSE', CRASH_LOGGER, '[ 1] 0x7FF763C04D47', { ...MISSING, frames: ['skee64.dll', null] }],
    ['Crash Logger SSE', CRASH_LOGGER, 'Total: 5', { list: 'failed', plugins: null, notes: cut(5) }],
    ['Crash Logger SSE', CRASH_LOGGER, 'Lux.esp\n\t[FE:', { list: 'listed', notes: cut(2) }],
    ['Crash Logger SSE', OBJECTS, '("Mail.es', { ...MISSING, frames: [], named: { plugins: [], dlls: [], mods: [] } }],
    ['Crash Logger SSE', OBJECTS, '[1][S] 0x7FF8FC32', { ...MISSING, frames: ['SkyrimSE.exe', null] }],
    ['Crash Logger SSE', OBJECTS, 'hdtSMP64.dll v', { ...MISSING, dlls: ['hdtSMP64.dll'], versions: [null] }],
    ['Crash Logger SSE', OBJECTS, '[ 1]     Mail.es', { plugins: ['Skyrim.esm'], notes: cut(1) }],
    ['Buffout 4', BUFFOUT, 'EXCEPTION_ACC', { ...MISSING, at: null, frames: [] }],
    ['Buffout 4', BUFFOUT, '[ 1] 0x7FF62C87D767 Fall', { ...MISSING, frames: ['lootman.dll', null] }],
    ['Buffout 4', BUFFOUT, 'Buffout4.dl', { ...MISSING, dlls: [] }],
    [
      'Buffout 4',
      BUFFOUT,
      'PLUGINS:\n\t[00]Fall',
      { dlls: ['Buffout4.dll'], list: 'failed', plugins: null, notes: [] },
    ],
    ['Buffout 4', BUFFOUT, '[FE]Small.esl\n\t[01]Arm', { plugins: ['Fallout4.esm', 'Small.esl'], notes: [] }],
    ['NetScriptFramework', NET_SCRIPT_FRAMEWORK, 'at 0x7FFA613A', { ...MISSING, at: null, frames: [] }],
    ['NetScriptFramework', NET_SCRIPT_FRAMEWORK, '(SkyrimSE.e', { ...MISSING, frames: ['dxgi.dll', null] }],
    ['NetScriptFramework', NET_SCRIPT_FRAMEWORK, 'Game plugins (3)', { list: 'failed', plugins: null, notes: cut(3) }],
    [
      ...['NetScriptFramework', NET_SCRIPT_FRAMEWORK, '[01] Unbound (2).es'],
      { list: 'listed', plugins: ['Skyrim.esm'], notes: cut(2) },
    ],
    ['Trainwreck', TRAINWRECK, '[1] 0x7FF6CB0065C7 hdt', { ...MISSING, frames: ['SkyrimSE.exe', null] }],
    ['Trainwreck', TRAINWRECK, 'ConsoleUtilSSE.dll  ', { ...MISSING, dlls: ['ConsoleUtilSSE.dll'] }],
    ['Addictol', ADDICTOL, '[ 1] 0x7FF62C87D767 Fall', { ...MISSING, frames: ['lootman.dll', null] }],
    ['Addictol', ADDICTOL, '[FE]Small.e', { list: 'listed', plugins: ['Fallout4.esm'], notes: [] }],
    [null, PASTED, '[1][S] 0x7FF8FC32', { ...MISSING, frames: ['skee64.dll', null] }],
    [null, PASTED, '[ 0]     Skyrim.esm', { list: 'listed', plugins: ['Skyrim.esm'], notes: cut(1) }],
    ['SMAPI', SMAPI, 'Log started', { ...MISSING, frames: [] }],
    ['SMAPI', SMAPI, '2.4.4 by Path', { ...MISSING, mods: ['Content Patcher'] }],
    ['SMAPI', SMAPI, 'You can update 1 mod:', { mods: ['Content Patcher', 'Bad Mod', 'Cat Gifts'], plugins: null }],
  ] as [string | null, string, string, object][])(
    'says what is there, and that the rest is missing: %s, %#',
    (format, text, last, expected) => {
      expect(read(upTo(text, last))).toMatchObject({ format, ...expected })
    },
  )

  it.each([
    ...Object.entries({ CRASH_LOGGER, OBJECTS, BUFFOUT, NET_SCRIPT_FRAMEWORK, TRAINWRECK, ADDICTOL, PASTED, SMAPI }),
  ])('never says anything that the whole log does not, wherever it is cut: %s', (_, text) => {
    const whole = read(text)
    for (let end = 1; end < text.length; end += 2) {
      const part = read(text.slice(0, end))
      if (part.log === null) continue
      expect(part.format).toBe(whole.format)
      // The last of the frames may be cut within its line: it has no module then.
      const frames = part.frames?.at(-1) === null ? part.frames.slice(0, -1) : part.frames
      expect(whole.frames?.slice(0, frames?.length)).toEqual(frames)
      expect([whole.at?.module, undefined]).toContain(part.at?.module)
      for (const key of ['dlls', 'plugins', 'mods'] as const)
        expect((whole[key] ?? []).slice(0, part[key]?.length ?? 0)).toEqual(part[key] ?? [])
      for (const kind of ['plugins', 'dlls', 'mods'] as const)
        expect(whole.named?.[kind]).toEqual(expect.arrayContaining(part.named?.[kind] ?? []))
      expect(['absent', 'failed', whole.list]).toContain(part.list)
    }
  })
})

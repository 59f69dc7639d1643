import { describe, expect, it } from 'vitest'
import { readLoadOrder } from '../../../../src/load-order/reading/read.ts'

const logOf = (text: string) => readLoadOrder([{ name: 'crash.log', text }]).log

/** Returns who is named in lines of the registers. */
function namedIn(lines: string) {
  const { plugins, dlls } = logOf(`CALL STACK:\n[0] 0x7 a.dll+1\nREGISTERS:\n${lines}\n`)?.named ?? {}
  return { plugins, dlls }
}

describe('who is named in a log', () => {
  it.each([
    ...[
      'skse64_1_6_640',
      'sksevr_1_4_15',
      'f4se_1_10_163',
      'f4sevr_1_2',
      'steam_api64',
      'bink2w64',
      'ntdll',
      'kernel32',
    ],
    ...['KERNELBASE', 'user32', 'win32u', 'gdi32', 'gdi32full', 'advapi32', 'combase', 'ole32', 'rpcrt4', 'ucrtbase'],
    ...['msvcrt', 'MSVCP140', 'msvcr110', 'VCRUNTIME140_1', 'concrt140'],
  ])('does not name %s.dll, which is of the game, the script extender or Windows', (name) => {
    expect(namedIn(`\tRAX 0x1 (void* -> ${name}.dll+1F)`)).toEqual({ plugins: [], dlls: ['a.dll'] })
  })

  it.each([
    ...[
      'Skyrim',
      'Update',
      'Dawnguard',
      'HearthFires',
      'Dragonborn',
      'SkyrimVR',
      'Fallout4',
      'Fallout4_VR',
      'DLCRobot',
    ],
    ...['DLCworkshop01', 'DLCworkshop02', 'DLCworkshop03', 'DLCCoast', 'DLCNukaWorld'],
  ])('does not name %s.esm, which is one of the game’s own plugins', (name) => {
    expect(namedIn(`\tFile: "${name}.esm"`)).toEqual({ plugins: [], dlls: ['a.dll'] })
  })

  it('names ENB, drivers, the Creation Club, and plugins that are only called like the game’s', () => {
    const dlls = ['d3d11.dll', 'dxgi.dll', 'nvwgf2umx.dll', 'ntdll2.dll', 'my skse64_1.dll']
    const plugins = ['ccBGSSSE001-Fish.esm', 'Skyrim.esp', 'DLCworkshop04.esm']
    const lines = [
      ...dlls.map((name) => `\tRAX 0x1 (void* -> ${name}+1F)`),
      ...plugins.map((name) => `\tFile: "${name}"`),
      '\tRAX 0x1 (void* -> SkyrimSE.exe+1F)',
    ]
    expect(namedIn(lines.join('\n'))).toEqual({ plugins, dlls: ['a.dll', ...dlls] })
  })

  it.each([
    ['a text in quotes', 'File: "Lux.esp"', ['Lux.esp']],
    ['a text in backquotes', 'File: `Lux.esl`', ['Lux.esl']],
    ['a text in parentheses', '[0x0005E4D6] (Lux.esp)', ['Lux.esp']],
    ['quotes in parentheses', '("Lux.esp")', ['Lux.esp']],
    ['parentheses in a name', '"Unbound (2).esp"', ['Unbound (2).esp']],
    ['the first of a chain', '`A.esp <- B.esm <- C.esm`', ['A.esp']],
    ['each once, in order of first mention', '"B.esp" "A.esp" "b.ESP"', ['B.esp', 'A.esp']],
    ['a part of a text', '"see Lux.esp or Nox.esp for more"', []],
    ['a text without quotes', 'File: Lux.esp', []],
    ['a chain of those that modify it', 'Modified by: "A.esp" -> "B.esp"', []],
    ['a path', '"C:\\Data\\Lux.esp" "Data/Lux.esp"', []],
    ['another file', '"Lux.bsa" "Lux.espx"', []],
    ['a name of 255 characters', `"${'x'.repeat(251)}.esp"`, [`${'x'.repeat(251)}.esp`]],
    ['a name of 256 characters', `"${'x'.repeat(252)}.esp"`, []],
  ])('names plugins where a whole text is the name of one: %s', (_, line, plugins) => {
    expect(namedIn(line).plugins).toEqual(plugins)
  })

  it('names at most 100 of each kind, the first ones', () => {
    const lines = Array.from({ length: 150 }, (_, at) => `"${at}.esp" (void* -> ${at}.dll+1)`)
    const { plugins, dlls } = namedIn(lines.join('\n'))
    expect([plugins?.length, plugins?.at(-1)]).toEqual([100, '99.esp'])
    expect([dlls?.length, dlls?.at(-1)]).toEqual([100, '98.dll'])
  })

  it.each([
    [
      'the line of the exception',
      (line: string) => `Skyrim SSE v1.6.640\nCrashLoggerSSE v1\nUnhandled exception "${line}`,
      true,
    ],
    ['all of the call stack', (line: string) => `CALL STACK:\n${'[ 0] 0x7 a.dll+1\n'.repeat(30)}${line}`, true],
    ['the registers', (line: string) => `CALL STACK:\n[ 0] 0x7 a.dll+1\nREGISTERS:\n${line}`, true],
    [
      'the relevant objects',
      (line: string) => `POSSIBLE RELEVANT OBJECTS:\n${line}\nCALL STACK:\n[ 0] 0x7 a.dll+1`,
      true,
    ],
    ['the modules', (line: string) => `CALL STACK:\n[ 0] 0x7 a.dll+1\nMODULES:\n${line}`, false],
    ['the process', (line: string) => `CALL STACK:\n[ 0] 0x7 a.dll+1\nPROCESS INFO:\n${line}`, false],
    ['the specs', (line: string) => `CALL STACK:\n[ 0] 0x7 a.dll+1\nSYSTEM SPECS:\n${line}`, false],
  ])('names who stands in some sections only: %s', (_, text, isNamed) => {
    const named = logOf(text('"Lux.esp" x.dll+1F (void* -> My Own.dll+1F)'))?.named
    expect(named?.plugins).toEqual(isNamed ? ['Lux.esp'] : [])
    expect(named?.dlls.includes('My Own.dll')).toBe(isNamed)
  })

  it('names plugins of the stack only without relevant objects, and DLLs of it never', () => {
    const stack = 'CALL STACK:\n[ 0] 0x7 a.dll+1\nSTACK:\n[RSP] "Lux.esp" (void* -> b.dll+1F)'
    expect(logOf(stack)?.named).toMatchObject({ plugins: ['Lux.esp'], dlls: ['a.dll'] })
    const objects = `POSSIBLE RELEVANT OBJECTS:\nRDX: ("A.esp")\n${stack}`
    expect(logOf(objects)?.named).toMatchObject({ plugins: ['A.esp'], dlls: ['a.dll'] })
  })
})

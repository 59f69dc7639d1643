import { describe, expect, it } from 'vitest'
import { guessGame } from '../../../../src/lists/writing/profile/guess-game.ts'
import { readLoadOrder } from '../../../../src/load-order/reading/read.ts'
import { shown } from '../../../support/profiles/shown.ts'

/** Returns what a log says besides its mods and plugins. */
function factsOf(text: string) {
  const { log } = readLoadOrder([{ name: 'a.log', text }])
  if (log === null) return null
  const { format, format_version, game_version, time, description, exception, at, stack, extender_plugins, named } = log
  return [
    [format, format_version, game_version, time, description, exception].filter((one) => one != null).join(', '),
    at && `${at.module}+${at.offset}`,
    ...stack.map(({ module, offset }) => `${module}+${offset}`),
    ...(extender_plugins ?? []).map(({ name, version }) => `${name} ${version}`),
    [...named.plugins, ...named.dlls, ...named.mods].join(', '),
  ]
}

const NVSE_4 = `Somebody's Name Coiner (I'd Rather Be Playing Edition) version 4.5 beta 3 at 2024-01-25 22:47:28.7367264
If this file is empty, then your game didn't crash or something went so wrong even crash logger was useless! :snig:

Exception C0000005 caught!

Calltrace:
0x0167F414 ==>            FalloutNV (0x0093D7C7) : EntryPoint+0xFFFFFFFF
0x10002999 ==> nvhr_avx2            (0x67F5F4B8) : EntryPoint+0xFFFFFFFF
0x11BBDB98 ==> ¯\\(°_o)/¯ (Corrupt stack or heap?)  (0x11BBDB98)

Stack:
 # |    VALUE   | DEREFERENCE INFO
 3 | 0x1725C3B0 | Form: "X" (0A001234) "B.esp"

Mods:
00 - FalloutNV.esm        by ipely
01 - B.esp                by somebody

Module bases:
0x67B00000 - 0x67B21000 ==> steam,                                                 C:/Program Files (x86)/Steam/steam.dll
0x18E40000 - 0x18EC0000 ==> jip_nvse,                   NVSE plugin version: 5730, C:/Games/Data/NVSE/Plugins/jip_nvse.dll
`

const NVSE_5 = `Fallout-Crashing-Logging Convergence: Play Fallout 4 Instead version 5.17 at 2026-04-26 02:50:43
If this file is empty, then your game didn't crash or something went so wrong even crash logger was useless! :snig:

Exception: EXCEPTION_ACCESS_VIOLATION (C0000005)

Thread: [FNV] Main

Calltrace:
    ebp    |                   Address                 |                 Function                 |  Source
0x001AF754 |                     jip_nvse (0x1000A2AD) | DoQueuedReferenceHook+0x7D               | D:\\jip_nvse\\hooks.h:3717
0x0019F56C |                   KERNELBASE (0x006571CF) |                                          |

Mods:
  # |                           Mod                            |            Author
 00 | FalloutNV.esm                                            | ipely
 0A | Old World - B.esp                                        | jfader

Script Runners:
"gr_a.txt"

Module bases:
      Address Range      |    Size    |                  Module                  |        Version       |  Filepath
 0x6D5A0000 - 0x6D734000 |   1.58 MiB | atcuf32                                  | 1.80.434.0           | C:/Program Files/atcuf32.dll
 0x3B6F0000 - 0x3B722000 | 200.00 KiB | MCM Extensions                           | 1                    | C:/Games/Data/NVSE/Plugins/MCM.dll
 0x3B7B0000 - 0x3B7D5000 | 148.00 KiB | mlf                                      | Unknown              | C:/Games/Data/NVSE/Plugins/mlf.dll
`

const PLUGINS = ['crash.log', '+FalloutNV.esm']

describe('a crash log for NVSE', () => {
  it.each([
    [
      NVSE_4,
      [...PLUGINS, '+B.esp'],
      [
        'NVSE CrashLogger, 4.5 beta 3, 2024-01-25T22:47:28, C0000005',
        'FalloutNV+93D7C7',
        'FalloutNV+93D7C7',
        'nvhr_avx2+67F5F4B8',
        'null+null',
        'jip_nvse.dll 5730',
        'B.esp, nvhr_avx2',
      ],
    ],
    [
      NVSE_5,
      [...PLUGINS, '+Old World - B.esp'],
      [
        'NVSE CrashLogger, 5.17, 2026-04-26T02:50:43, EXCEPTION_ACCESS_VIOLATION (C0000005)',
        'jip_nvse+1000A2AD',
        'jip_nvse+1000A2AD',
        'KERNELBASE+6571CF',
        'MCM.dll 1',
        'mlf.dll null',
        'jip_nvse',
      ],
    ],
    [
      'Exception C0000005 caught!\n\nCalltrace:\n0x00AA55A6 ==> FalloutNV (0x11BBDB98)\n\nMods:\n00 | FalloutNV.esm | x |\n',
      PLUGINS,
      ['xNVSE, C0000005', 'FalloutNV+11BBDB98', 'FalloutNV+11BBDB98', ''],
    ],
  ])('lists plugins without their authors, frames and the versions of modules: case %#', (text, read, facts) => {
    expect(shown(text)).toEqual(read)
    expect(factsOf(`Hi!\n\n${text.replaceAll('\n', '\r\n')}`)).toEqual(facts)
    expect(guessGame([{ name: 'a.txt', content: Buffer.from(text) }])).toBe('Fallout New Vegas')
  })
})

const CASES: readonly [game: string | undefined, text: string, read: string[], facts: string][] = [
  [
    'Lethal Company',
    '[Message:   BepInEx] BepInEx 5.4.21.0 - Lethal Company (2/2/2024 1:00:00 AM)\n[Info   :   BepInEx] 2 plugins to load\n[Info   :   BepInEx] Loading [More Company 1.8.1]\n[Info   :More Company] Loading [x 1.0]\n[Info   :   BepInEx] Loading [LC_API 3.4.5]',
    ['LogOutput.log', '+More Company 1.8.1', '+LC_API 3.4.5'],
    'BepInEx, 5.4.21.0',
  ],
  [
    undefined,
    '[Message: Preloader] BepInEx 6.0.0-be.665 - Other Game\n[Info   :   BepInEx] Loading [Name 1.2.3]',
    ['LogOutput.log', '+Name 1.2.3'],
    'BepInEx, 6.0.0-be.665',
  ],
  [
    'Factorio',
    '   0.001 2024-06-22 23:44:31; Factorio 1.1.107 (build 62234, linux64, headless)\n   0.096 Loading mod settings Moon Logic 1.18.5 (settings.lua)\n   0.2 Loading mod core 0.0.0 (data.lua)\n   0.3 Loading mod base 1.1.107 (data.lua)\n   0.4 Loading mod Moon Logic 1.18.5 (data.lua)\n   0.5 Loading mod Moon Logic 1.18.5 (data-updates.lua)',
    ['factorio-current.log', '+Moon Logic 1.18.5', '*core 0.0.0', '+base 1.1.107'],
    'Factorio, 1.1.107, 2024-06-22T23:44:31',
  ],
  [
    'RimWorld',
    'RimWorld 1.5.4104 rev435\nLoading game from file Old with mods:\n  - a.old\nUnity\nLoading game from file 1.6 Life with mods:\n  - brrainz.harmony\n  - Mlie.Clothes_steam (incompatible version)\nUnityEngine.StackTraceUtility:ExtractStackTrace ()\n  - no.mod',
    ['Player.log', '+brrainz.harmony', '+Mlie.Clothes'],
    'RimWorld, 1.5.4104',
  ],
  [
    'Kerbal Space Program',
    '[LOG 09:13:17.402] [ModuleManager] INFO: compiling list of loaded mods...\nMod DLLs found:\n  Name                 Assembly Version         Assembly File Version    KSPAssembly Version      SHA256\n\n  Assembly-CSharp      0.0.0.0                  0.0.0.0                  1.12                     d9e4\n  KSPe                 1.1.0.0                  2.5.4.2                                           4539\n  0Harmony             2.2.1.0                  0.0.0.0                                           4539\n\nNon-DLL mods added (:FOR[xxx]):\n  B9  1.0',
    ['KSP.log', '*Assembly-CSharp 0.0.0.0', '+KSPe 2.5.4.2', '+0Harmony 2.2.1.0'],
    'Kerbal Space Program',
  ],
  [
    'Kerbal Space Program',
    'Mod DLLs found:\nStock assembly: Assembly-CSharp v0.0.0.0\nKAS v0.6.4.39793 / v0.6.4 for KSP 1.4+\n\nFolders and files in GameData:',
    ['KSP.log', '*Assembly-CSharp 0.0.0.0', '+KAS 0.6.4.39793'],
    'Kerbal Space Program',
  ],
  [
    'TESIII Morrowind',
    '[15:04:05.123 I] OpenMW version 0.48.0\n[15:04:06.1 I] Loading content file builtin.omwscripts\n[15:04:06.1 I] Loading content file "C:\\Games\\Data Files\\Morrowind.esm"',
    ['openmw.log', '+builtin.omwscripts', '+Morrowind.esm'],
    'OpenMW, 0.48.0',
  ],
  [
    'Mount & Blade II: Bannerlord',
    'Modules Information:\n  1. !DCC v1.0.0.230377\n    *DCC Main* (Required) (!DCC)\n  Dependencies:\n    1. Native\n  2. CustomBattle e1.4.0.230377 *Selected*\n    CustomBattle',
    ['report.txt', '+!DCC v1.0.0.230377', '+CustomBattle e1.4.0.230377'],
    'Bannerlord',
  ],
]

describe('a log of a game', () => {
  it.each(CASES)('lists the mods that were loaded: %s, case %#', (game, text, read, facts) => {
    expect(shown(text)).toEqual(read)
    expect(shown(text.replaceAll('\n', '\r\n'), 'a.txt')).toEqual(['a.txt', ...read.slice(1)])
    expect(factsOf(text)).toEqual([facts, null, ''])
    expect(guessGame([{ name: 'a.txt', content: Buffer.from(text) }])).toBe(game)
  })

  it.each([
    '[Message:   BepInEx] BepInEx 5.4.21.0 - X (1)\n[Info   :   BepInEx] 0 plugins to load',
    'Mod DLLs found:\n',
    'Loading game from file X with mods:\nUnity',
    'Modules Information:\nnothing',
    'A book about Loading mod files (and more)',
    'Loading 3 mods:\n\nMod List:\n- A\n- B',
  ])('is none without a list: %j', (text) => {
    expect(readLoadOrder([{ name: 'a.log', text }])).toMatchObject({ mods: null, plugins: null, log: null })
  })
})

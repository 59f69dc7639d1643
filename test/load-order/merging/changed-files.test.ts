import { describe, expect, it } from 'vitest'
import { takeableParts } from '../../../src/load-order/merging/changed-files.ts'
import { CRASH_LOGGER } from '../../support/profiles/logs.ts'

const MODLIST = '+SkyUI\n'
const CKAN = 'MechJeb (MechJeb2 2.14.3.0)\n'

describe('the parts that can be taken over into a list', () => {
  it.each([
    ['nothing', {}, [false, false]],
    ['other files', { 'mods.csv': '#Mod_Name\nSkyUI\n', 'a.log': CRASH_LOGGER }, [false, false]],
    ['a modlist.txt', { 'ModList.TXT': MODLIST }, [true, false]],
    ['a plugins.txt', { 'plugins.txt': '*A.esp' }, [false, true]],
    ['a loadorder.txt', { 'loadorder.txt': 'A.esp' }, [false, true]],
    ['logs of these names', { 'modlist.txt': CRASH_LOGGER, 'plugins.txt': CRASH_LOGGER }, [false, false]],
    [
      'a log called plugins.txt, and a loadorder.txt',
      { 'plugins.txt': CRASH_LOGGER, 'loadorder.txt': '' },
      [false, true],
    ],
    ['a text that CKAN exported', { 'modlist.txt': CKAN }, [false, false]],
    ['a modlist.txt of Conan Exiles', { 'modlist.txt': '*/440900/1/A.pak\n' }, [false, false]],
    ['a modlist.txt in a fence', { 'modlist.txt': '```\n+A\n```\n' }, [false, false]],
    ['a copy with check boxes', { 'plugins.txt': '[x] A.esp\n[ ] B.esp\n' }, [false, false]],
    ['plugins in a row', { 'plugins.txt': 'A.esp, B.esp, C.esp\n' }, [false, false]],
    ['a quote', { 'plugins.txt': '> A.esp\n> B.esp\n' }, [false, false]],
    ['a copy with indexes', { 'plugins.txt': '[00] A.esp\n[01] B.esp\n' }, [false, true]],
  ] as const)('are those whose files are what they are called: %s', (_, files, [mods, plugins]) => {
    const contents = Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) }))
    const isOtherModlist = !mods && 'modlist.txt' in files && files['modlist.txt'] !== CRASH_LOGGER
    expect(takeableParts(contents)).toEqual({ mods, plugins, isOtherModlist })
  })
})

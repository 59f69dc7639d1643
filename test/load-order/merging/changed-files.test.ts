import { describe, expect, it } from 'vitest'
import { areToDecode, takeableParts } from '../../../src/load-order/merging/changed-files.ts'
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
  ] as const)('are those whose files are what they are called: %s', (_, files, [mods, plugins]) => {
    const contents = Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) }))
    expect(takeableParts(contents)).toEqual({ mods, plugins })
  })
})

describe('files that say what can be taken over', () => {
  it.each([
    ['a modlist.txt of Mod Organizer', 'modlist.txt', '# This file was automatically generated\n+A\n', false],
    ['a modlist.txt without its comment', 'ModList.txt', '-A\n', false],
    ['a text of CKAN', 'modlist.txt', 'A mod (A 1.0)\n', true],
    ['a modlist.txt that begins with spaces', 'modlist.txt', ' +A\n', true],
    ['an empty modlist.txt', 'modlist.txt', '', true],
    ['a plugins.txt', 'plugins.txt', 'a.esp\n', false],
    ['a plugins.txt in UTF-16', 'plugins.txt', '\ufeffa.esp\n', true],
  ])('are decoded for %s as the text needs it', (_, name, text, expected) => {
    const content = Buffer.from(text, text.startsWith('\ufeff') ? 'utf16le' : 'utf8')
    expect(areToDecode([{ name, content }])).toBe(expected)
  })
})

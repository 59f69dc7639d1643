import { describe, expect, it } from 'vitest'
import { pastedName, readLoadOrder } from '../../../src/load-order/reading/read.ts'
import { MOD_MANAGERS } from '../../support/profiles/field/mod-managers.ts'
import { OTHER_PROGRAMS } from '../../support/profiles/field/other-programs.ts'
import { PLUGIN_FILES } from '../../support/profiles/field/plugin-files.ts'
import { KINDS } from '../../support/profiles/kinds-of-files.ts'
import { CRASH_LOGGER, SMAPI } from '../../support/profiles/logs.ts'

describe('a pasted text', () => {
  it.each(KINDS)('is named like the file that it is: $name', ({ text, pasted }) =>
    expect(pastedName(text)).toBe(pasted),
  )

  it('is read under its name, and is text.txt only if it is no file of a mod manager or game', () => {
    const unread: string[] = []
    for (const { kind, files } of [...PLUGIN_FILES, ...MOD_MANAGERS, ...OTHER_PROGRAMS]) {
      for (const text of Object.values(files).filter((content) => typeof content === 'string')) {
        const name = pastedName(text)
        const { mods, plugins } = readLoadOrder([{ name, text }])
        if (mods === null && plugins === null) unread.push(`${kind}: ${name}`)
      }
    }
    expect(unread).toEqual([
      'a plugins.txt with a comment alone: text.txt',
      'a plugins.txt that is something else: text.txt',
      'a JSON file that is no collection: text.txt',
      'LauncherData.xml with another root: text.txt',
      'a crash log: text.txt',
      'broken JSON: text.txt',
    ])
  })

  it.each([
    ['modsettings.lsx', '<?xml version="1.0"?>\n<save><region id="ModuleSettings"/></save>'],
    ['ModsConfig.xml', '\ufeff<?xml version="1.0"?><ModsConfigData><activeMods/></ModsConfigData>'],
    ['saved.rml', '<savedModList/>'],
    ['saved.rml', '<ModList><modIds/></ModList>'],
    ['loadorder.json', '[{"id": "a", "name": "a", "enabled": true}]'],
    ['modlist-backup.json', '[{"name": "SkyUI", "game": "skyrimse", "modId": 1, "fileId": 2}]'],
    ['mod-list.json', '{"mods": [{"name": "base", "enabled": true}]}'],
    ['mod-list.json', '{"mods": [{"name": "base", "enabled": "false"}]}'],
    ['mods.yml', '- manifestVersion: 1\n  name: A-B\n  enabled: true'],
    ['mods.yml', 'mods:\n- name: A-B\n  enabled: true'],
    ['mods.yml', 'mods:\r\n  - name: A-B\r\n    enabled: true\r\n'],
    ['export.r2x', 'profileName: Default\nmods:\n- name: A-B'],
    ['openmw.cfg', 'data="/a/b"\n'],
    ['collection.json', '{"info": {}, "mods": []}'],
    ['modlist.txt', 'ALCOR Adopted (ALCOR 1.0.1)\nB9 (B9PartSwitch v2)'],
    ['settings.ini', '[Display]\niSize W=1920'],
    ['crash.log', `Hi, my game crashes:\n${CRASH_LOGGER}`],
    ['crash.log', 'PLUGINS:\n[00] A.esp'],
    ['SMAPI-latest.txt', SMAPI],
  ])('has the name %s: %j', (name, text) => expect(pastedName(text)).toBe(name))

  it.each([
    ['modlist.txt', '+SkyUI\n-Campfire\n# a comment'],
    ['mods.txt', '+SkyUI\n-Campfire\n# a comment\nnot a mod'],
    ['text.txt', '+SkyUI\nnot a mod\nneither'],
    ['text.txt', '- A list\n- of words'],
    ['plugins.txt', '*SkyUI_SE.esp\nA.esp\nnot a plugin'],
    ['loadorder.txt', 'Skyrim.esm\nA.esl\nb.omwaddon'],
    ['loadorder.txt', '  0  0 Skyrim.esm\n254 FE  0 b.esl'],
    ['loadorder.txt', 'Plugins:\n[ 0] Skyrim.esm\n[FE:012] Small Patch.esp'],
    ['text.txt', 'A.esp\nis not loaded\nwhat now?'],
  ])('needs half of its lines to be of one kind: %s, %j', (name, text) => expect(pastedName(text)).toBe(name))

  it.each([
    'Skyrim SSE v1.6.1170\npatch: 18\nUnhandled exception',
    '{"a": 1}',
    '[{"name": "SkyUI", "modId": 1, "fileId": 2}]',
    '[1, 2]',
    '<html></html>',
    '{',
    'SkyUI\nCampfire',
    'steps:\n  - name: Check-out the code',
  ])('is text.txt if it is no such file: %j', (text) => expect(pastedName(text)).toBe('text.txt'))
})

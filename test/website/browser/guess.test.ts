import { describe, expect, it } from 'vitest'
import { guessGame } from '../../../src/lists/writing/profile/guess-game.ts'
import { guessName } from '../../../src/website/browser/upload/chosen-files.ts'
import { BUFFOUT, CRASH_LOGGER, NET_SCRIPT_FRAMEWORK, SMAPI, TRAINWRECK } from '../../support/profiles/logs.ts'

const filesOf = (files: Record<string, string>) =>
  Object.entries(files).map(([name, text]) => ({ name, content: new TextEncoder().encode(text) }))

describe('the values guessed for the upload form', () => {
  it.each([
    ['TESV Skyrim SE', { 'skyrim.ini': '', 'plugins.txt': '*SkyUI_SE.esp\r\n' }],
    ['TESV Skyrim SE', { 'Skyrim.ccc': '' }],
    ['TESV Skyrim LE', { 'skyrimprefs.ini': '', 'plugins.txt': 'SkyUI.esp\r\n' }],
    ['TESV Skyrim VR', { 'SkyrimVR.ini': '', 'plugins.txt': '*SkyUI.esp\r\n' }],
    ['Fallout 4', { 'fallout4custom.ini': '' }],
    ['Fallout New Vegas', { 'fallout.ini': '', 'loadorder.txt': 'FalloutNV.esm\r\nYUP.esp\r\n' }],
    ['Tale of Two Wastelands', { 'loadorder.txt': 'FalloutNV.esm\r\nFallout3.esm\r\nTaleOfTwoWastelands.esm\r\n' }],
    ['Enderal', { 'enderal.ini': '', 'skyrim.ini': '' }],
    ['Starfield', { 'StarfieldCustom.ini': '' }],
    ['TESIII Morrowind', { 'Morrowind.ini': '' }],
    ['TESIII Morrowind', { 'openmw.cfg': '' }],
    ['Mount & Blade II: Bannerlord', { 'LauncherData.xml': '' }],
    ['The Witcher 3: Wild Hunt', { 'mods.settings': '' }],
    ['Stardew Valley', { 'SMAPI-latest.txt': '' }],
    ['Stardew Valley', { 'smapi.log': '' }],
    ['Kerbal Space Program', { 'installed-default.ckan': '' }],
    ['8', { 'collection.json': '{"info": {"name": "A", "domainName": "fallout4"}}' }],
    [undefined, { 'collection.json': '{"info": {"domainName": "unknowngame"}}' }],
    ['32', { 'collection.json': '{"info": {"domainName": "baldursgate3"}}' }],
    ["Baldur's Gate 3", { 'modsettings.lsx': '' }],
    ['RimWorld', { 'ModsConfig.xml': '' }],
    ['Factorio', { 'mod-list.json': '' }],
    ['30', { 'mods.csv': '#Mod_Name,#Mod_Nexus_URL\r\nStarUI,https://www.nexusmods.com/starfield/mods/773\r\n' }],
    [undefined, { 'mods.csv': '#Mod_Name\r\nStarUI\r\n' }],
    ['TESV Skyrim SE', { 'crash.log': CRASH_LOGGER }],
    ['TESV Skyrim SE', { 'modlist.txt': NET_SCRIPT_FRAMEWORK }],
    ['TESV Skyrim SE', { 'a.txt': TRAINWRECK }],
    ['TESV Skyrim VR', { 'a.txt': CRASH_LOGGER.replaceAll('SkyrimSE.exe', 'SkyrimVR.exe').replace('SSE v', 'VR v') }],
    ['Fallout 4', { 'a.txt': BUFFOUT }],
    ['Fallout 4 VR', { 'a.txt': BUFFOUT.replaceAll('Fallout4.exe', 'Fallout4VR.exe') }],
    ['Stardew Valley', { 'a.txt': SMAPI }],
    [undefined, { 'a.txt': 'My Fallout 4 v1.10 crashes, SkyrimSE.exe does not' }],
    [undefined, { 'modlist.txt': '+Skyrim.esm\r\n', 'fallout.ini': '' }],
  ])('are the game %s for files of that game', (game, files) => {
    expect(guessGame(filesOf(files))).toBe(game)
  })

  it.each([
    ['Requiem', ['Requiem']],
    ['Requiem', ['Mod Organizer', 'profiles', 'Requiem']],
    ['Mod Organizer', ['Mod Organizer', 'profiles', 'Default']],
    ['My list', ['profiles', 'Default']],
    ['My list', []],
  ])('are the name %s for the folder %j: the last folder name that is not generic', (name, path) => {
    expect(guessName(path)).toBe(name)
  })
})

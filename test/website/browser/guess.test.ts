import { describe, expect, it } from 'vitest'
import { guessGame, guessName } from '../../../src/website/browser/upload/guess.ts'

const filesOf = (files: Record<string, string>) =>
  Object.entries(files).map(([name, text]) => ({ name, content: new TextEncoder().encode(text) }))

describe('what an upload is filled in with', () => {
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
    [undefined, { 'modlist.txt': '+Skyrim.esm\r\n', 'fallout.ini': '' }],
  ])('is the game %s where files tell', (game, files) => {
    expect(guessGame(filesOf(files))).toBe(game)
  })

  it.each([
    ['Requiem', ['Requiem']],
    ['Requiem', ['Mod Organizer', 'profiles', 'Requiem']],
    ['Mod Organizer', ['Mod Organizer', 'profiles', 'Default']],
    ['My list', ['profiles', 'Default']],
    ['My list', []],
  ])('the name is %s for the folder %j: the last name that says something', (name, path) => {
    expect(guessName(path)).toBe(name)
  })
})

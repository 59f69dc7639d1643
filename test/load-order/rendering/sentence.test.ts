import { expect, it } from 'vitest'
import { loadOrderChanges } from '../../../src/load-order/comparing/changes.ts'
import { changesSentence } from '../../../src/load-order/rendering/sentence.ts'
import { type Profile, readProfile } from '../../support/profiles/profile.ts'

function sentence(before: Profile, after: Profile): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const files = names
    .filter((name) => before[name]?.join('\n') !== after[name]?.join('\n'))
    .map((name) => ({ name, change: 'changed' as const }))
  return changesSentence(loadOrderChanges(readProfile(before), readProfile(after), files), ['First', 'Second'])
}

it.each<[sentence: string, before: Profile, after: Profile]>([
  ['No differences.', {}, {}],
  ['No differences.', { 'modlist.txt': ['+A'] }, { 'modlist.txt': ['+A'] }],
  ['1 mod added', { 'modlist.txt': [] }, { 'modlist.txt': ['+A'] }],
  ['2 mods removed', { 'modlist.txt': ['+A', '+B'] }, { 'modlist.txt': [] }],
  [
    '2 mods added, 1 removed, 1 moved, 1 switched on, 1 switched off; 1 plugin moved; 2 settings added, 1 removed, 1 changed',
    {
      'modlist.txt': ['+Gone', '-On', '+Off', '+Moved', '+B', '+A'],
      'plugins.txt': ['A.esp', 'B.esp', 'C.esp'],
      'a.ini': ['a=1', 'gone=1'],
      'b.ini': ['a=1'],
    },
    {
      'modlist.txt': ['+New', '+Newer', '+On', '-Off', '+B', '+A', '+Moved'],
      'plugins.txt': ['C.esp', 'A.esp', 'B.esp'],
      'a.ini': ['a=2', 'new=1'],
      'b.ini': ['a=1', 'new=1'],
    },
  ],
  [
    '1 mod added, 1 updated, 1 moved',
    { 'modlist.txt': ['+C', '+B', '+A'], 'mods.csv': ['#Mod_Name,#Mod_Version', 'A,1', 'B,1', 'C,'] },
    { 'modlist.txt': ['+New', '+A', '+C', '+B'], 'mods.csv': ['#Mod_Name,#Mod_Version', 'A,2', 'B,1', 'C,1', 'New,1'] },
  ],
  ['Only First has mods.', { 'modlist.txt': ['+A'] }, {}],
  ['Only Second has plugins.', {}, { 'loadorder.txt': ['A.esp'] }],
  ['Only First has mods. Only Second has plugins.', { 'modlist.txt': ['+A'] }, { 'loadorder.txt': ['A.esp'] }],
  ['1 mod added. Only Second has plugins.', { 'modlist.txt': [] }, { 'modlist.txt': ['+A'], 'plugins.txt': ['A.esp'] }],
  [
    'Second has no loadorder.txt, so 1 plugin could not be compared.',
    { 'loadorder.txt': ['Skyrim.esm', 'A.esp'], 'plugins.txt': ['*A.esp'] },
    { 'plugins.txt': ['*A.esp'] },
  ],
  [
    '1 plugin added. First has no loadorder.txt, so 2 plugins could not be compared.',
    { 'plugins.txt': ['A.esp'] },
    { 'loadorder.txt': ['Off.esp', 'A.esp', 'B.esp', 'Off too.esp'], 'plugins.txt': ['A.esp', 'B.esp'] },
  ],
  [
    '1 separator added, 2 removed',
    { 'modlist.txt': ['A_separator', 'B_separator'] },
    { 'modlist.txt': ['C_separator'] },
  ],
  ['1 unmanaged mod added', { 'modlist.txt': [] }, { 'modlist.txt': ['*DLC: A'] }],
  ['1 mod added', { 'modlist.txt': [] }, { 'modlist.txt': ['+A', '+B_separator'] }],
  ['No differences except in the text of 1 file.', { 'modlist.txt': ['+A'] }, { 'modlist.txt': ['# B', '+A'] }],
  ['No differences except in the text of 2 files.', { 'a.md': ['a'], 'b.md': ['a'] }, { 'a.md': ['b'], 'b.md': ['b'] }],
])('the sentence about two lists is "%s"', (words, before, after) => expect(sentence(before, after)).toBe(words))

import iconv from 'iconv-lite'
import type { FieldCase } from './field-case.ts'

const SE = 'skyrimspecialedition'

/** Profiles with plugins.txt and loadorder.txt. */
export const PLUGIN_FILES: readonly FieldCase[] = [
  {
    kind: 'a plugins.txt of a Russian Windows',
    files: { 'plugins.txt': iconv.encode('*Броня.esp\r\n', 'windows-1251'), 'loadorder.txt': 'Броня.esp\r\n' },
    domain: SE,
    plugins: ['+Броня.esp'],
  },
  {
    kind: 'a plugins.txt of a Japanese Windows',
    files: { 'plugins.txt': iconv.encode('*鎧の追加.esp\r\n', 'cp932'), 'loadorder.txt': '鎧の追加.esp\r\n' },
    domain: SE,
    plugins: ['+鎧の追加.esp'],
  },
  {
    kind: 'a plugins.txt in a code page without loadorder.txt',
    files: { 'plugins.txt': iconv.encode('*Été.esp\r\n', 'windows-1252') },
    domain: SE,
    plugins: ['+Été.esp'],
  },
  {
    kind: 'a plugins.txt in UTF-8 with a byte order mark',
    files: { 'plugins.txt': '\ufeff*Броня.esp\n' },
    domain: SE,
    plugins: ['+Броня.esp'],
  },
  {
    kind: 'Skyrim SE with all plugins off',
    files: { 'plugins.txt': 'a.esp\r\nb.esp\r\n', 'loadorder.txt': 'Skyrim.esm\r\na.esp\r\nb.esp\r\n' },
    domain: SE,
    plugins: ['?Skyrim.esm', '-a.esp', '-b.esp'],
  },
  {
    kind: 'Starfield with all plugins off',
    files: { 'plugins.txt': 'a.esm\nb.esm', 'loadorder.txt': 'Starfield.esm\na.esm\nb.esm' },
    domain: 'starfield',
    plugins: ['?Starfield.esm', '-a.esm', '-b.esm'],
  },
  {
    kind: 'a plugins.txt with a comment alone',
    files: { 'plugins.txt': '# This file is used by the game\n', 'loadorder.txt': 'Skyrim.esm\na.esp\n' },
    domain: SE,
    plugins: ['?Skyrim.esm', '?a.esp'],
  },
  {
    kind: 'Oblivion with a plugin off',
    files: { 'plugins.txt': 'Oblivion.esm\na.esp\n', 'loadorder.txt': 'Oblivion.esm\nb.esp\na.esp\n' },
    domain: 'oblivion',
    plugins: ['+Oblivion.esm', '-b.esp', '+a.esp'],
  },
  {
    kind: 'Oblivion with asterisks',
    files: { 'plugins.txt': '*a.esp\nb.esp\n' },
    domain: 'oblivion',
    plugins: ['+a.esp', '-b.esp'],
  },
  {
    kind: 'plugins of an unknown game, one of them light',
    files: { 'plugins.txt': 'a.esp\nb.esl\n' },
    plugins: ['-a.esp', '-b.esl'],
  },
  { kind: 'plugins of an unknown game', files: { 'plugins.txt': 'a.esp\nb.esp\n' }, plugins: ['+a.esp', '+b.esp'] },
  {
    kind: 'a game that the catalog does not know on Nexus Mods',
    files: { 'plugins.txt': 'a.esl\n' },
    domain: null,
    plugins: ['+a.esl'],
  },
  { kind: 'a plugin that is hidden as .ghost', files: { 'plugins.txt': 'A.esp.ghost\n' }, plugins: ['+A.esp'] },
  {
    kind: 'a plugins.txt with the line of a tool',
    files: { 'plugins.txt': 'A.esp\n~ made by a tool ~\n' },
    plugins: ['+A.esp'],
    notes: ['plugins.txt not_plugins 1'],
  },
  {
    kind: 'a plugins.txt that is something else',
    files: { 'plugins.txt': 'nothing of the kind\n', 'loadorder.txt': 'A.esp\n' },
    plugins: ['?A.esp'],
    notes: ['plugins.txt not_plugins 1'],
  },
  {
    kind: 'plugins of OpenMW',
    files: { 'loadorder.txt': 'a.omwaddon\nb.OMWGAME\nc.omwscripts\n' },
    plugins: ['?a.omwaddon', '?b.OMWGAME', '?c.omwscripts'],
  },
  {
    kind: 'the list that LOOT copies',
    files: { 'loadorder.txt': '  0  0 Skyrim.esm\n 10  a A.esm\n254 FE  0 b.esl\n' },
    plugins: ['?Skyrim.esm', '?A.esm', '?b.esl'],
  },
  {
    kind: 'the list that xEdit copies',
    files: { 'loadorder.txt': '[00] Skyrim.esm\n[FE 012] b.esl\n' },
    plugins: ['?Skyrim.esm', '?b.esl'],
  },
  {
    kind: 'the plugins of a crash log',
    files: { 'loadorder.txt': '\t[ 0]     Skyrim.esm\n\t[FE:  1] b.esl\n' },
    plugins: ['?Skyrim.esm', '?b.esl'],
  },
  {
    kind: 'plugins whose names only look like a copied list',
    files: { 'loadorder.txt': '360 Walk.esp\n[BD] Hair.esp\nA.esp\n' },
    plugins: ['?360 Walk.esp', '?[BD] Hair.esp', '?A.esp'],
  },
]

import pc from 'picocolors'
import { describe, expect, it } from 'vitest'
import { coloredDiff } from '../../../../src/commands/remote/reading/list-text.ts'
import { table } from '../../../../src/commands/terminal.ts'
import { harmless } from '../../../../src/text/harmless.ts'

describe('coloredDiff', () => {
  it('prints file names in bold, colours ranges, additions and deletions, and keeps other lines', () => {
    const colors = pc.createColors(true)
    const diff = '--- modlist.txt\n+++ modlist.txt\n@@ -1,3 +1,3 @@\n +Sky UI\n-+Campfire\n++Frostfall\n'

    expect(coloredDiff(diff, colors).split('\n')).toEqual([
      colors.bold('--- modlist.txt'),
      colors.bold('+++ modlist.txt'),
      colors.cyan('@@ -1,3 +1,3 @@'),
      ' +Sky UI',
      colors.red('-+Campfire'),
      colors.green('++Frostfall'),
      '',
    ])
    expect(coloredDiff(diff, pc.createColors(false))).toBe(diff)
  })
})

describe('harmless', () => {
  it('replaces control characters, and keeps all other text', () => {
    expect(harmless('\u001B[2J\u009B31mred\u0007\r\n\tÄnderung 剣')).toBe('�[2J�31mred��\n\tÄnderung 剣')
    expect(harmless('\u202Etxt.exe\u2066 \u200Fشجرة')).toBe('�txt.exe� \u200Fشجرة')
  })

  it('is applied to every cell of a table, which is also a single line', () => {
    expect(table(['ID'], [['1\n2\tx\u001B[2J']])).toBe('ID\n1�2�x�[2J')
  })
})

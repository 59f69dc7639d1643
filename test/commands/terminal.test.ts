import { expect, it } from 'vitest'
import { table } from '../../src/commands/terminal.ts'
import { harmless } from '../../src/text/harmless.ts'

it('harmless replaces control characters, and keeps all other text', () => {
  expect(harmless('\u001B[2J\u009B31mred\u0007\r\n\tÄnderung 剣')).toBe('�[2J�31mred��\n\tÄnderung 剣')
  expect(harmless('\u202Etxt.exe\u2066 \u200Fشجرة')).toBe('�txt.exe� \u200Fشجرة')
})

it('a cell of a table has one line and no control characters', () => {
  expect(table(['ID'], [['1\n2\tx\u001B[2J']])).toBe('ID\n1�2�x�[2J')
})

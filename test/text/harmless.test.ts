import { expect, it } from 'vitest'
import { harmless } from '../../src/text/harmless.ts'

it('harmless replaces control characters and marks of direction, and keeps all other text', () => {
  expect(harmless('\u001B[2J\u009B31mred\u0007\r\n\tÄnderung 剣')).toBe('�[2J�31mred��\n\tÄnderung 剣')
  expect(harmless('\u202Etxt.exe\u2066 \u200Fشجرة')).toBe('⟨U+202E⟩txt.exe⟨U+2066⟩ \u200Fشجرة')
})

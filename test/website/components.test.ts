import { describe, expect, it } from 'vitest'
import { timeLeft } from '../../src/text/timestamp.ts'
import { readChosenList } from '../../src/website/compare/choice.ts'
import { shownDiffs } from '../../src/website/compare/files-tab.tsx'

const NOW = new Date('2026-11-20T08:30:00Z')
const HOUR = 3_600_000

describe('the time left', () => {
  it.each([
    [72 * HOUR, '3 days', 24 * HOUR],
    [72 * HOUR - 1, '3 days', 24 * HOUR - 1],
    [48 * HOUR, '2 days', 24 * HOUR],
    [25 * HOUR, '2 days', HOUR],
    [24 * HOUR, '24 hours', HOUR],
    [23 * HOUR - 1, '23 hours', HOUR - 1],
    [HOUR + 1, '2 hours', 1],
    [HOUR, '60 minutes', 60_000],
    [60_001, '2 minutes', 1],
    [1, '1 minute', 1],
  ])('for %i ms is shown as %s, and changes %i ms from now', (left, words, change) => {
    const { words: shown, changesAt } = timeLeft(new Date(NOW.getTime() + left), NOW)
    expect([shown, changesAt.getTime() - NOW.getTime()]).toEqual([words, change])
    expect(timeLeft(new Date(NOW.getTime() + left), changesAt).words).not.toBe(left > 60_000 ? words : '')
  })
})

describe('a list chosen for a comparison', () => {
  const slugOrError = (text: string) => Object.values(readChosenList(text, ['www.example.com']))[0]

  it.each([
    ['my-list', 'my-list'],
    ['My-List@3', 'my-list@3'],
    ['https://mods.example.com/lists/my-list?x#y', 'my-list'],
    ['/v1/lists/my-list/changes', 'my-list'],
    ['https://mods.example.com/lists/my-list).', 'my-list'],
    ['http://localhost:3000/lists/my-list', 'my-list'],
    ['http://192.168.1.5/lists/my-list', 'my-list'],
    ['<https://www.example.com/lists/my-list>.', 'my-list'],
    ['my list', expect.stringContaining('This is not a link to a list')],
    ['my-list@', expect.stringContaining('This is not a link to a list')],
    ['../x', expect.stringContaining('This is not a link to a list')],
    ['https://other.example/lists/my-list', expect.stringContaining('leads to another site, other.example.')],
    ['https://other.example/my-list', expect.stringContaining('leads to another site, other.example.')],
    [`/${'/'.repeat(20_000)}`, expect.stringContaining('This is not a link to a list')],
  ])('is read from %.60j as %j', (text, expected) => {
    expect(slugOrError(text)).toEqual(expected)
  })
})

describe('a shown diff', () => {
  const shown = (text: string) => shownDiffs([text])[0]

  it('joins lines of one kind into a block, and counts added and removed lines', () => {
    expect(shown('--- a\n+++ a\n@@ -1,3 +1,3 @@\n same\n--- minus\n-b\n+++ plus\n same\n')).toEqual({
      lines: { added: 1, removed: 2 },
      blocks: [
        { kind: 'hunk', text: '@@ -1,3 +1,3 @@' },
        { kind: 'same', text: ' same' },
        { kind: 'removed', text: '--- minus\n-b' },
        { kind: 'added', text: '+++ plus' },
        { kind: 'same', text: ' same' },
      ],
    })
  })
})

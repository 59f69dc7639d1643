import { expect, it } from 'vitest'
import { dayText } from '../../../src/website/browser/times.ts'

it.each([
  ['2026-11-20T08:30:00Z', 'just now'],
  ['2026-11-20T08:28:10Z', '1 minute ago'],
  ['2026-11-20T05:20:00Z', '3 hours ago'],
  ['2026-11-19T05:20:00Z', 'yesterday'],
  ['2026-11-14T05:20:00Z', '6 days ago'],
  ['2026-11-12T12:00:00Z', '2026'],
  ['2027-01-05T12:00:00Z', '2027'], // the reader's clock is wrong
])('a day of the last week is shown by its age: %s is %s', (at, text) => {
  expect(dayText(new Date(at), Date.parse('2026-11-20T08:30:00Z'))).toContain(text)
})

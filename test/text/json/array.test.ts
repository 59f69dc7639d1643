import { expect, it } from 'vitest'
import { cutJsonArray } from '../../../src/text/json.ts'

it('cutJsonArray writes as many entries as the maximum size allows, but at least one batch', () => {
  const entries = Array.from({ length: 250 }, (_, at) => at)
  const parsed = (entries: readonly unknown[], maxBytes: number) => {
    const { json, count } = cutJsonArray(entries, maxBytes)
    const array = JSON.parse(json)
    expect(count).toBe(array.length)
    return array
  }
  expect(parsed(entries, 1000)).toEqual(entries)
  expect(parsed(entries, 600)).toEqual(entries.slice(0, 100))
  expect(parsed(['x'.repeat(1000)], 10)).toEqual(['x'.repeat(1000)])
  expect(parsed([], 10)).toEqual([])
})

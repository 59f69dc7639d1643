import { expect, it } from 'vitest'
import { jsonArray } from '../../src/text/json-array.ts'

it('has the first entries alone where all take more than so many bytes, but some in any case', () => {
  const entries = Array.from({ length: 250 }, (_, at) => at)
  expect(JSON.parse(jsonArray(entries, 1000))).toEqual(entries)
  expect(JSON.parse(jsonArray(entries, 600))).toEqual(entries.slice(0, 100))
  expect(JSON.parse(jsonArray(['x'.repeat(1000)], 10))).toEqual(['x'.repeat(1000)])
  expect(jsonArray([], 10)).toBe('[]')
})

import { expect, it } from 'vitest'
import { ownBytes } from '../../src/concurrency/bounded-cache.ts'

it('ownBytes returns a buffer that owns its bytes as the same object, and copies a part of a larger one', () => {
  const whole = Buffer.allocUnsafeSlow(8).fill('a')
  expect(ownBytes(whole)).toBe(whole)

  const copy = ownBytes(whole.subarray(2, 4))
  expect([copy.toString(), copy.buffer.byteLength]).toEqual(['aa', 2])
})

import { describe, expect, it } from 'vitest'
import { sizeText } from '../../src/text/amounts.ts'

describe('sizeText', () => {
  it.for([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [999_900, '999.9 kB'],
    [1_000_000, '1.0 MB'],
    [8_388_608, '8.4 MB'],
    [2_340_000_000, '2.3 GB'],
  ] as const)('writes %d bytes as %s', ([bytes, text]) => {
    expect(sizeText(bytes)).toBe(text)
  })
})

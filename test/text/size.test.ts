import { describe, expect, it } from 'vitest'
import { excessText, sizeText } from '../../src/text/amounts.ts'

describe('sizeText', () => {
  it.for([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [999_900, '999.9 kB'],
    [1_000_000, '1 MB'],
    [8_388_608, '8.4 MB'],
    [2_340_000_000, '2.3 GB'],
  ] as const)('writes %d bytes as %s', ([bytes, text]) => {
    expect(sizeText(bytes)).toBe(text)
  })
})

describe('excessText', () => {
  it.for([
    [1_310_720, 1_048_576, '1.3 MB, the limit is 1 MB'],
    [1_048_577, 1_048_576, '1,048,577 bytes, the limit is 1,048,576 bytes'],
  ] as const)('compares %d bytes with the limit of %d: %s', ([bytes, limit, text]) => {
    expect(excessText(bytes, limit)).toBe(text)
  })
})

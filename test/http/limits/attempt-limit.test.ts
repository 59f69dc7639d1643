import { expect, it } from 'vitest'
import { createAttemptLimit } from '../../../src/http/limits/rate-limits.ts'

const at = (ms: number) => new Date(1_700_000_000_000 + ms)

it('the limit of wrong attempts counts an attempt only in its own minute, even if forgiven in the next', () => {
  const limit = createAttemptLimit(2, 60_000)
  const slow = limit.begin('a', at(59_000))
  limit.begin('a', at(59_000))
  expect(limit.begin('a', at(59_000))).toEqual({ seconds: 60 })
  limit.begin('a', at(119_000))
  if ('forgive' in slow) slow.forgive()
  limit.begin('a', at(119_000))
  expect(limit.begin('a', at(120_000))).toEqual({ seconds: 59 })
  expect(limit.begin('b', at(120_000))).toHaveProperty('forgive')
})

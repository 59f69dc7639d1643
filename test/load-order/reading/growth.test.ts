import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hostileFiles } from '../../../bench/comparing/load-orders.ts'
import { KINDS } from '../../../src/load-order/reading/kinds.ts'
import { workCounter } from '../../support/work.ts'

const SIZE = 2 ** 13

const counter = () =>
  workCounter(() => {
    vi.resetModules()
    return import('../../../src/load-order/reading/listing.ts')
  })

describe('reading a file that is made to be slow to read', () => {
  let work: Awaited<ReturnType<typeof counter>>
  beforeAll(async () => {
    work = await counter()
  })
  afterAll(() => work.stop())

  it('is tried with every kind of file', () => {
    const untried = KINDS.filter(({ name }) => !hostileFiles(SIZE).some((file) => name.test(file.name)))
    expect(untried).toEqual([])
  })

  const files = hostileFiles(SIZE).map((file, at) => ({ ...file, longer: hostileFiles(4 * SIZE)[at]?.text ?? '' }))
  it.each(files)('takes work in proportion to its length: $name, $what', async ({ name, text, longer }) => {
    const blocks = (text: string) => work.count(({ readListing }) => void readListing([{ name, text }], 'skyrim'))
    expect(await blocks(longer)).toBeLessThan(5 * (await blocks(text)) + 1_000)
  })
})

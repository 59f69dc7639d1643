import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonInTurns } from '../../src/text/json.ts'

const text = fc.string({ unit: fc.constantFrom(...'a"\\/\n\r\t\b\f\0\x1b\x7f\u2028é😀') })
const value = fc.object({ maxDepth: 6, key: text, values: [text, fc.integer(), fc.boolean(), fc.constant(null)] })

it('writes like JSON.stringify', async () => {
  await fc.assert(
    fc.asyncProperty(value, async (given) => {
      expect((await jsonInTurns(given)).toString()).toBe(JSON.stringify(given))
    }),
    { examples: [[{}], [{ a: undefined, b: [] }], [{ a: [{}, [], [1]] }]] },
  )
})

it('gives others their turn while it writes long arrays and many of them', async () => {
  const lines = Array.from({ length: 200_000 }, (_, line) => `+Mod ${line}`)
  const given = { data: { name: 'é', files: [{ content: lines }, { content: lines }] } }
  let turns = 0
  let isWritten = false
  const others = (async () => {
    for (; !isWritten; turns++) await nextTurn()
  })()
  const json = await jsonInTurns(given)
  isWritten = true
  await others
  expect(json.toString()).toBe(JSON.stringify(given))
  expect(turns).toBeGreaterThanOrEqual(8)
})

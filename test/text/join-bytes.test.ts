import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { joinBytes } from '../../src/text/join-bytes.ts'

const MIB = 2 ** 20

describe('joinBytes', () => {
  it('joins the pieces in order, with strings in UTF-8', async () => {
    const large = Buffer.alloc(2.5 * MIB, 'abcdefg')
    const joined = await joinBytes(['é', large.subarray(1), new Uint8Array(), large, '', 'z'])
    expect(joined.equals(Buffer.concat([Buffer.from('é'), large.subarray(1), large, Buffer.from('z')]))).toBe(true)
    expect((await joinBytes([])).length).toBe(0)
  })

  it('returns a buffer with its own memory, which can be transferred', async () => {
    const pooled = Buffer.from('abc')
    const joined = await joinBytes([pooled])
    structuredClone(joined.buffer, { transfer: [joined.buffer] })
    expect([joined.length, pooled.toString()]).toEqual([0, 'abc'])
  })

  it('yields to the event loop after each MiB, for one large piece and for many small ones', async () => {
    for (const pieces of [[Buffer.alloc(8 * MIB)], Array.from({ length: 32 }, () => Buffer.alloc(MIB / 4))]) {
      let turns = 0
      let isJoined = false
      const others = (async () => {
        for (; !isJoined; turns++) await nextTurn()
      })()
      await joinBytes(pieces)
      isJoined = true
      await others
      expect(turns).toBeGreaterThanOrEqual(8)
    }
  })
})

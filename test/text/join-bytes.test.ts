import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { joinBytes, type WrittenPiece } from '../../src/text/join-bytes.ts'

const MIB = 2 ** 20

/** Returns a piece of this many letters a. */
const written = (length: number): WrittenPiece => ({
  length,
  writeTo: (joined, at) => joined.fill('a', at, at + length),
})

describe('joinBytes', () => {
  it('joins the pieces in order, with strings in UTF-8', async () => {
    const large = Buffer.alloc(2.5 * MIB, 'abcdefg')
    const joined = await joinBytes(['é', large.subarray(1), new Uint8Array(), written(3), large, '', 'z'])
    const whole = Buffer.concat([Buffer.from('é'), large.subarray(1), Buffer.from('aaa'), large, Buffer.from('z')])
    expect(joined.equals(whole)).toBe(true)
    expect((await joinBytes([])).length).toBe(0)
  })

  it('returns a buffer with its own memory, which can be transferred', async () => {
    const pooled = Buffer.from('abc')
    const joined = await joinBytes([pooled])
    structuredClone(joined.buffer, { transfer: [joined.buffer] })
    expect([joined.length, pooled.toString()]).toEqual([0, 'abc'])
  })

  it('yields to the event loop after each MiB, for one large piece and for many small ones', async () => {
    const quarters = Array.from({ length: 32 }, () => MIB / 4)
    const many = [quarters.map((length) => Buffer.alloc(length)), quarters.map(written)]
    for (const pieces of [[Buffer.alloc(8 * MIB)], ...many]) {
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

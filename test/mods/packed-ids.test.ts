import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { packIds, unpackIds } from '../../src/mods/packed-ids.ts'
import { it } from '../support/it.ts'

const MAX_ID = 2 ** 31 - 1

/** Sets of ids: any, close to each other, and around the limits of one, two, three and four bytes. */
const ids = fc.oneof(
  fc.uniqueArray(fc.integer({ min: 1, max: MAX_ID }), { maxLength: 50 }),
  fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 200 }),
  fc.uniqueArray(fc.constantFrom(1, 127, 128, 129, 255, 256, 16_383, 16_384, 2 ** 21, 2 ** 28 - 1, 2 ** 28, MAX_ID)),
)

const ascending = (values: readonly number[]) => [...values].sort((one, other) => one - other)

describe('packed ids', () => {
  it('unpack to the same ids in ascending order', () => {
    fc.assert(
      fc.property(ids, (some) => {
        expect(unpackIds(packIds(some))).toEqual(ascending(some))
      }),
    )
  })

  it('unpack in the database to the same ids, first those that are on', async ({ db }) => {
    const pairs = [...fc.sample(fc.tuple(ids, ids), 300), [[], []], [[1], []], [[], [MAX_ID]]] as const
    const enabled = pairs.map(([on]) => packIds(on))
    const disabled = pairs.map(([, off]) => packIds(off))

    const { rows } = await db.pool.query<{ ids: number[] }>({
      text: `SELECT unpack_ids(enabled, disabled) AS ids
        FROM unnest($1::bytea[], $2::bytea[]) WITH ORDINALITY AS packed(enabled, disabled, place) ORDER BY place`,
      values: [enabled, disabled],
    })

    expect(rows.map(({ ids }) => ids)).toEqual(pairs.map(([on, off]) => [...ascending(on), ...ascending(off)]))
  })
})

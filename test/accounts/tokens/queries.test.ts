import { describe, expect } from 'vitest'
import { findToken } from '../../../src/accounts/tokens/queries.ts'
import { hashToken } from '../../../src/secrets.ts'
import { it } from '../../support/it.ts'

describe('findToken', () => {
  it('returns the same token and user as Prisma', async ({ db, signIn }) => {
    const hash = hashToken(await signIn('Ada', { verified: true, abilities: ['create', 'read'] }))
    const row = await db.apiToken.findUniqueOrThrow({ where: { hash }, include: { user: true } })
    const { suspension, isUsedToday, ...found } =
      (await findToken(db.pool, hash, new Date())) ?? expect.fail('no token')

    expect(row).toMatchObject(found)
    expect([suspension, isUsedToday]).toEqual([{ reason: null, until: null }, false])
    expect(await findToken(db.pool, hashToken('mlc_unknown'), new Date())).toBeUndefined()
  })
})

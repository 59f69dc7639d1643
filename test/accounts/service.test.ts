import { describe, expect } from 'vitest'
import { createUser } from '../../src/accounts/service.ts'
import { it } from '../support/it.ts'

describe('the name of a user', () => {
  it('is unique regardless of case and Unicode form', async ({ catalog, db }) => {
    await createUser(catalog, { name: 'Zo\u00eb', verified: false })
    for (const name of ['Zo\u00eb', 'ZO\u00cb', 'zoe\u0308', '  Zo\u00eb ']) {
      await expect(createUser(catalog, { name, verified: true })).rejects.toMatchObject({ kind: 'invalid' })
    }
    expect(await db.user.findMany()).toMatchObject([{ name: 'Zo\u00eb', verified: false }])
  })

  it('is unique if many requests create the same user at once', async ({ catalog, db }) => {
    const tries = Array.from({ length: 10 }, () => createUser(catalog, { name: 'Same', verified: false }))
    const outcomes = (await Promise.allSettled(tries)).map(({ status }) => status)
    expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(1)
    expect(await db.user.count()).toBe(1)
  })
})

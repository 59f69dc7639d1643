import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { createUser, verifyUser } from '../../src/accounts/service.ts'
import { issueToken, revokeToken, tokensOf } from '../../src/accounts/tokens/service.ts'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'

const anyToken = { abilities: ['read'], label: null, lifetime: null } as const

describe('users', () => {
  it('have names that are unique regardless of case and Unicode form', async ({ catalog, db }) => {
    await createUser(catalog, { name: 'Zo\u00eb', verified: false })
    for (const name of ['Zo\u00eb', 'ZO\u00cb', 'zoe\u0308', '  Zo\u00eb ']) {
      await expect(createUser(catalog, { name, verified: true })).rejects.toMatchObject({ kind: 'invalid' })
    }
    expect(await db.user.findMany()).toMatchObject([{ name: 'Zo\u00eb', verified: false }])
  })

  it('are created once if many requests create the same user at once', async ({ catalog, db }) => {
    const tries = Array.from({ length: 10 }, () => createUser(catalog, { name: 'Same', verified: false }))
    const outcomes = (await Promise.allSettled(tries)).map(({ status }) => status)

    expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(1)
    expect(await db.user.count()).toBe(1)
  })

  it('have names of 1 to 100 visible characters', async ({ catalog, db }) => {
    for (const name of ['', '   ', 'a\nb', 'a\0', 'x'.repeat(101), 'a\u200bb', '\u3164', '\u2800 \u2800']) {
      await expect(createUser(catalog, { name, verified: false })).rejects.toMatchObject({ kind: 'invalid' })
    }
    expect(await db.user.count()).toBe(0)
    await createUser(catalog, { name: '\u{1f600}'.repeat(100), verified: false })
  })

  it('are shown as verified after verification, also on their older lists', async ({ api, catalog, signIn }) => {
    const token = await signIn('Author')
    await fillList(api.post('/v1/lists').set('Authorization', token)).expect(201)

    await verifyUser(catalog, 'AUTHOR')
    const { body } = await api.get('/v1/lists/my-list').expect(200)
    expect(body.data.author).toEqual({ name: 'Author', verified: true })
    await expect(verifyUser(catalog, 'nobody')).rejects.toMatchObject({ kind: 'not_found' })
  })
})

describe('tokens', () => {
  it('are stored only as their SHA-256', async ({ catalog, db, signIn }) => {
    const token = await signIn('Author')
    const [row, ...others] = await db.apiToken.findMany()

    expect(others).toEqual([])
    expect(Buffer.from(row?.hash ?? [])).toEqual(createHash('sha256').update(token).digest())
    const stored = JSON.stringify([
      await db.apiToken.findMany(),
      await db.user.findMany(),
      await tokensOf(catalog, 'Author'),
    ])
    expect(stored).not.toContain(token)
  })

  it('are all different', async ({ catalog, signIn }) => {
    const first = await signIn('Author')
    const more = await Promise.all(
      Array.from({ length: 20 }, () => issueToken(catalog, { user: 'Author', ...anyToken })),
    )
    expect(new Set([first, ...more]).size).toBe(21)
  })

  it('are issued only to existing users', async ({ catalog, db }) => {
    await expect(issueToken(catalog, { user: 'nobody', ...anyToken })).rejects.toMatchObject({ kind: 'not_found' })
    await expect(tokensOf(catalog, 'nobody')).rejects.toMatchObject({ kind: 'not_found' })
    expect(await db.apiToken.count()).toBe(0)
  })

  it('are revoked only once, and only if they exist', async ({ catalog, clock, db, signIn }) => {
    await signIn('Author')
    const [token] = await tokensOf(catalog, 'Author')
    const id = token?.id ?? 0

    await revokeToken(catalog, id)
    clock.advance(1000)
    for (const other of [id, id + 1, 0]) {
      await expect(revokeToken(catalog, other)).rejects.toMatchObject({ kind: 'not_found' })
    }
    expect(await db.apiToken.findMany()).toMatchObject([{ id, revokedAt: new Date('2026-11-20T08:30:00.123Z') }])
  })
})

import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { printedBy, run } from '../support/commands/run.ts'
import { it } from '../support/it.ts'

const sha256 = (text: string) => new Uint8Array(createHash('sha256').update(text).digest())

describe('token create', () => {
  it('prints only the token, which works at once', async ({ url, api, signIn }) => {
    await signIn('Ada')
    const token = await printedBy(url, 'token', 'create', 'ada', '--abilities', 'create,read')

    expect(token).toMatch(/^mlc_[\w-]{43}$/)
    const { body } = await api.get('/v1/user').set('Authorization', `Bearer ${token}`).expect(200)
    expect(body.data).toMatchObject({
      name: 'Ada',
      token: { name: null, abilities: ['create', 'read'], expires: null },
    })
  })

  it("stores the token's SHA-256 hash and never the token", async ({ url, db }) => {
    await printedBy(url, 'user', 'create', 'Ada')
    const token = await printedBy(url, 'token', 'create', 'Ada', '--abilities', 'create', '--name', 'laptop')

    const [row, ...others] = await db.apiToken.findMany()
    expect(others).toEqual([])
    expect(row).toMatchObject({ hash: sha256(token), label: 'laptop', abilities: ['create'], expiresAt: null })
    const [dump] = await db.$queryRaw<{ text: string }[]>`
      SELECT string_agg(users::text || api_tokens::text, '') AS text FROM users JOIN api_tokens ON user_id = users.id`
    for (const form of [token, token.slice(4), Buffer.from(token).toString('hex')]) {
      expect(dump?.text).not.toContain(form)
    }
  })

  it.for<[time: string, hours: number]>([
    ['12h', 12],
    ['1d', 24],
    ['8w', 8 * 7 * 24],
  ])('creates a token that expires after %s', async ([time, hours], { url, db }) => {
    await printedBy(url, 'user', 'create', 'Ada')
    await printedBy(url, 'token', 'create', 'Ada', '--abilities', 'read', '--expires', time)

    const { createdAt, expiresAt } = await db.apiToken.findFirstOrThrow()
    expect(expiresAt).toEqual(new Date(createdAt.getTime() + hours * 3_600_000))
  })

  it.for<[what: string, args: string[], reason: RegExp]>([
    ['without abilities', ['Ada'], /--abilities/],
    [
      'with an unknown ability',
      ['Ada', '--abilities', 'read,write'],
      /"write" is not one of create, read, update, delete/,
    ],
    ['with an ability in capitals', ['Ada', '--abilities', 'READ'], /"READ" is not one of/],
    ['with a time without unit', ['Ada', '--abilities', 'read', '--expires', '90'], /12h, 90d or 8w/],
    ['with a negative time', ['Ada', '--abilities', 'read', '--expires=-1d'], /12h, 90d or 8w/],
  ])('is wrong usage %s, and stores nothing', async ([, args, reason], { url, db }) => {
    await printedBy(url, 'user', 'create', 'Ada')
    const { status, printed, complained } = await run(url, 'token', 'create', ...args)

    expect([status, printed]).toEqual([2, ''])
    expect(complained).toMatch(reason)
    expect(await db.apiToken.count()).toBe(0)
  })
})

describe('token list', () => {
  it('shows all tokens of the user, even revoked and expired ones, without their secrets', async ({
    url,
    db,
    signIn,
  }) => {
    await signIn('Bob')
    await printedBy(url, 'user', 'create', 'Ada')
    const secrets: string[] = []
    for (const options of [
      ['--name', 'laptop'],
      ['--expires', '1d'],
      ['--expires', '2w'],
    ]) {
      secrets.push(await printedBy(url, 'token', 'create', 'Ada', '--abilities', 'create,read', ...options))
    }
    const createdAt = new Date('2026-01-02T03:04:05.678Z')
    await db.apiToken.updateMany({ data: { createdAt } })
    await db.apiToken.update({ where: { id: 3 }, data: { expiresAt: createdAt } })
    await db.apiToken.update({ where: { id: 4 }, data: { expiresAt: new Date('2999-01-01T00:00:00Z') } })
    await printedBy(url, 'token', 'revoke', '2')

    const text = await printedBy(url, 'token', 'list', 'ADA')
    expect(text.split('\n')).toEqual([
      'ID  NAME    ABILITIES    CREATED                   EXPIRES                   STATE',
      '2   laptop  create,read  2026-01-02T03:04:05.678Z  never                     revoked',
      '3   -       create,read  2026-01-02T03:04:05.678Z  2026-01-02T03:04:05.678Z  expired',
      '4   -       create,read  2026-01-02T03:04:05.678Z  2999-01-01T00:00:00.000Z  valid',
    ])
    for (const secret of secrets) expect(text).not.toContain(secret.slice(4))
  })
})

describe('token revoke', () => {
  it('makes the token invalid at once (401), and no other', async ({ url, api, signIn }) => {
    const other = await signIn('Ada')
    const token = await printedBy(url, 'token', 'create', 'Ada', '--abilities', 'read')
    const user = (secret: string) => api.get('/v1/user').set('Authorization', `Bearer ${secret}`)
    await user(token).expect(200)

    expect(await printedBy(url, 'token', 'revoke', '2')).toBe('Revoked token 2.')
    await user(token).expect(401)
    await user(other).expect(200)
  })
})

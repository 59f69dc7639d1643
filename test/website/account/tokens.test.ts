import { describe, expect } from 'vitest'
import { joinAs } from '../../support/accounts/people.ts'
import { it } from '../../support/it.ts'
import { textOf } from '../../support/website/pages.ts'

const WISH = { label: 'my laptop', 'abilities[]': 'read', lifetime: '30d' }
const tokenIn = (html: string) => /<code id="new-token">(mlc_[\w-]{43})<\/code>/.exec(html)?.[1] ?? ''

describe('the page of API tokens', () => {
  it('creates a token that works, is shown once, and is stored only as a hash', async ({ api, clock }) => {
    const { browser } = await joinAs(api, 'Ann')
    const made = await browser.submit('/account/tokens', WISH)
    const token = tokenIn(made.text)
    expect([made.status, made.headers['cache-control']]).toEqual([200, 'no-store'])
    const { body } = await api.get('/v1/user').set('Authorization', `Bearer ${token}`).expect(200)
    expect(body.data).toMatchObject({ name: 'Ann', token: { name: 'my laptop', abilities: ['read'] } })
    expect(new Date(body.data.token.expires).getTime() - clock.now.getTime()).toBe(30 * 86_400_000)

    const { text } = await browser.open('/account/tokens')
    expect(text).not.toContain(token.slice(4))
    expect(textOf(text)).toContain('my laptop read made 20 Nov 2026')
    expect(textOf(text)).toContain('last used on 2026-11-20')
  })

  it("revokes the user's own token at once on all servers, and no longer shows it", async ({ api, db, port }) => {
    const { browser } = await joinAs(api, 'Ann')
    const token = tokenIn((await browser.submit('/account/tokens', WISH)).text)
    const ask = () =>
      fetch(`http://127.0.0.1:${port}/v1/user`, { headers: { authorization: `Bearer ${token}` } }).then((r) => r.status)
    expect(await ask()).toBe(200)
    const { id } = await db.apiToken.findFirstOrThrow()

    const other = await joinAs(api, 'Bob')
    await other.browser.submit('/account/tokens/revoke', { id: String(id) })
    expect(await ask()).toBe(200)
    await browser.submit('/account/tokens/revoke', { id: String(id) })
    expect(await ask()).toBe(401)
    expect((await browser.open('/account/tokens')).text).toContain('You have no tokens.')
  })

  it.for([
    ['label', { label: ' ' }],
    ['label', { label: 'x'.repeat(101) }],
    ['label', { label: 'a\u202Eb' }],
    ['abilities', { 'abilities[]': 'moderate' }],
    ['abilities', { 'abilities[]': 'admin' }],
    ['lifetime', { lifetime: '10y' }],
    ['lifetime', { lifetime: 'toString' }],
  ] as const)('shows the error at the field %s for %j, and creates nothing', async ([field, wrong], { api, db }) => {
    const { browser } = await joinAs(api, 'Ann')
    const { status, text } = await browser.submit('/account/tokens', { ...WISH, ...wrong })
    expect([status, text.includes(`id="${field}-error"`)]).toEqual([422, true])
    expect(await db.apiToken.count()).toBe(0)
  })
})

describe('DELETE /v1/user/token', () => {
  it('revokes the token that was sent, and no other (204)', async ({ api, signIn }) => {
    const [ann, bob] = [await signIn('Ann', { abilities: [] }), await signIn('Bob')]
    await api.delete('/v1/user/token').set('Authorization', `Bearer ${ann}`).expect(204)
    await api.get('/v1/user').set('Authorization', `Bearer ${ann}`).expect(401)
    await api.delete('/v1/user/token').set('Authorization', `Bearer ${ann}`).expect(401)
    await api.delete('/v1/user/token').expect(401)
    await api.get('/v1/user').set('Authorization', `Bearer ${bob}`).expect(200)
  })
})

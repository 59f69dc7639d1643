import { describe, expect } from 'vitest'
import { joinAs, signInBy } from '../../support/accounts/people.ts'
import { it, options } from '../../support/it.ts'
import { cookieHeader, OWN, plainBrowser } from '../../support/requests/browser-forms.ts'
import { serve } from '../../support/requests/wire.ts'
import { BROWSER } from '../../support/website/pages.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('a session', () => {
  it('is stored as a hash, and hidden from scripts, other hosts and plain http', async ({ api, db }) => {
    const { device } = await joinAs(api, 'Ann')
    const { headers } = await signInBy(device, plainBrowser(api))
    const [session = '', indicator] = headers['set-cookie'] as unknown as string[]
    expect(session).toMatch(/^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(indicator).toMatch(/^__Host-signed-in=[\w-]{8}; Max-Age=2592000; Path=\/; Secure; SameSite=Lax$/)
    const secret = session.slice(15, 58)
    const stored = JSON.stringify(await db.session.findMany(), (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    )
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret, 'base64url').toString('latin1'))
  })

  it('ends SESSION_DAYS after its last use, which is stored once an hour', async ({ api, db, clock }) => {
    const { browser } = await joinAs(api, 'Ann')
    const begun = (await db.session.findFirstOrThrow()).lastUsedAt
    clock.advance(HOUR - 1000)
    expect((await browser.open('/account')).headers).not.toHaveProperty('set-cookie')
    expect((await db.session.findFirstOrThrow()).lastUsedAt).toEqual(begun)
    clock.advance(1000)
    expect((await browser.open('/account')).headers['set-cookie']).toHaveLength(2)
    expect((await db.session.findFirstOrThrow()).lastUsedAt).toEqual(clock.now)

    clock.advance(30 * DAY - 1000)
    expect((await browser.open('/account')).status).toBe(200)
    clock.advance(30 * DAY)
    const { status, headers } = await browser.open('/account')
    expect([status, headers.location]).toEqual([303, '/sign-in?return_to=%2Faccount'])
    expect([...browser.jar.keys()]).toEqual([])
  })

  it('is refused by every server as soon as its user ends all other sessions', async ({ api, catalog, db }) => {
    const { browser, device } = await joinAs(api, 'Ann')
    const other = plainBrowser(api)
    await signInBy(device, other)
    const port = await serve(catalog)
    const opened = () =>
      fetch(`http://127.0.0.1:${port}/account`, {
        headers: { accept: BROWSER, cookie: cookieHeader(other.jar) },
        redirect: 'manual',
      })
    expect((await opened()).status).toBe(200)
    await browser.submit('/account/sessions/end-others')
    expect((await opened()).status).toBe(303)
    expect(await db.session.count()).toBe(1)
    expect((await browser.open('/account')).status).toBe(200)
  })

  it('never takes over a cookie that an attacker has planted', async ({ api, db }) => {
    const { device } = await joinAs(api, 'Ann')
    const planted = plainBrowser(api, new Map([['__Host-session', 'x'.repeat(43)]]))
    expect((await planted.open('/account')).status).toBe(303)
    await signInBy(device, planted)
    expect(planted.jar.get('__Host-session')).not.toBe('x'.repeat(43))
    expect((await planted.open('/account')).status).toBe(200)
    expect(await db.session.count()).toBe(2)
  })

  it('is not accepted by the API, neither as a cookie nor as a token (401)', async ({ api, db }) => {
    const { browser } = await joinAs(api, 'Ann')
    const cookie = cookieHeader(browser.jar)
    const secret = browser.jar.get('__Host-session') ?? ''
    await api.get('/v1/user').set('Cookie', cookie).expect(401)
    await api.get('/v1/user').set('Authorization', `Bearer ${secret}`).expect(401)
    await api
      .post('/v1/lists/x/claim')
      .set({ ...OWN, Cookie: cookie })
      .send({})
      .expect(401)
    const { headers } = await api.get('/v1/games').set('Cookie', cookie).expect(200)
    expect(headers.vary ?? '').not.toMatch(/cookie/i)
    expect(await db.list.count()).toBe(0)
  })
})

const FORGED: [what: string, headers: Record<string, string>][] = [
  ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['another host of the domain', { 'Sec-Fetch-Site': 'same-site' }],
  ['another origin', { Origin: 'https://evil.example' }],
  ['the same host over plain http', { Origin: 'http://www.example.com' }],
  ['another port of the host', { Origin: 'https://www.example.com:8443' }],
  ['a sandboxed frame', { Origin: 'null' }],
  ['an unknown site', {}],
]

describe('a form that changes an account', () => {
  it.for(FORGED)('is refused with 403 if it comes from %s', async ([, headers], { api, db }) => {
    const { browser } = await joinAs(api, 'Ann')
    const before = await db.session.findMany()
    for (const path of [
      '/sign-out',
      '/account/sessions/end-others',
      '/account/codes',
      '/account/passkeys/remove',
      '/account/delete',
      '/upload',
      '/lists/my-list/hidden/download',
      '/lists/my-list/delete',
      '/device/answer',
      '/sign-in/passkey',
      '/sign-in/recover',
      '/sign-in/name',
    ]) {
      expect([path, (await browser.submit(path, {}, { Accept: BROWSER, ...headers })).status]).toEqual([path, 403])
    }
    expect(await db.session.findMany()).toEqual(before)
    expect([await db.passkey.count(), await db.recoveryCode.count()]).toEqual([1, 10])
    expect(await db.list.count()).toBe(0)
  })
})

describe('pages of accounts', () => {
  it('are not cached or framed, and public pages are the same bytes for everybody', async ({ api }) => {
    const { browser } = await joinAs(api, 'Ann')
    for (const path of ['/sign-in', '/sign-in/name', '/sign-in/recover', '/account', '/device']) {
      const { headers } = await browser.open(path)
      expect({ path, ...headers }).toMatchObject({
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        vary: expect.stringContaining('Cookie'),
      })
    }
    for (const path of ['/', '/lists', '/games', '/compare']) {
      const own = await browser.open(path)
      const anonymous = await plainBrowser(api).open(path)
      expect({ path, text: own.text, etag: own.headers.etag }).toEqual({
        path,
        text: anonymous.text,
        etag: anonymous.headers.etag,
      })
      expect(own.text).not.toContain('Ann')
    }
  })

  it.for([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    '/x/..//evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'https:evil.example',
    '/.//evil.example',
    '/\n/evil.example',
    '/../\\evil.example',
    ' //evil.example',
    '//www.example.com:8443/',
    '//www.example.com@evil.example/',
    'evil.example',
    '/%0d%0aSet-Cookie:x=1\r\nX: y',
    '/@evil.example\u0000',
    '',
  ])('never redirect to another site after the sign-in: %s', async (wanted, { api }) => {
    const { browser, device } = await joinAs(api, 'Ann')
    const already = await browser.open(`/sign-in?return_to=${encodeURIComponent(wanted)}`)
    expect([already.status, already.headers.location]).toEqual([303, '/account'])
    const { headers } = await signInBy(device, plainBrowser(api), wanted)
    expect(headers.location).toBe('/account')
  })
})

describe('REGISTRATION=closed', () => {
  it('refuses new accounts with 403 and says so, while existing users can sign in', async ({ api, catalog, db }) => {
    const { codes } = await joinAs(api, 'Ann')
    const port = await serve(catalog, { accounts: { ...options.accounts, isOpen: false } })
    const ask = (path: string, body: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: OWN,
        body: new URLSearchParams(body),
        redirect: 'manual',
      })
    const page = await (await fetch(`http://127.0.0.1:${port}/sign-in`, { headers: { accept: BROWSER } })).text()
    expect(page).toContain('This site does not accept new accounts.')
    expect(page).not.toContain('Create an account')
    expect((await ask('/sign-in/name/options', { name: 'Bob' })).status).toBe(403)
    expect(await db.user.count()).toBe(1)
    expect((await ask('/sign-in/recover', { code: codes[0] ?? '' })).status).toBe(303)
  })
})

import * as client from 'openid-client'
import { describe, expect, onTestFinished } from 'vitest'
import { joinAs } from '../support/accounts/people.ts'
import { it, type TestFixtures } from '../support/it.ts'
import { serve } from '../support/requests/wire.ts'
import { textOf } from '../support/website/pages.ts'

type Api = TestFixtures['api']

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const ID = 'mo2-plugin'

const post = (api: Api, path: string, fields: Record<string, string>) =>
  api.post(`/oauth/${path}`).type('form').send(fields)

const begin = (api: Api, fields: Record<string, string> = {}) =>
  post(api, 'device_authorization', { client_id: ID, ...fields })

const poll = (api: Api, code: string, fields: Record<string, string> = {}) =>
  post(api, 'token', { grant_type: GRANT, client_id: ID, device_code: code, ...fields })

/** Returns what the client library finds out about a server whose address has this path. */
async function discovered(catalog: TestFixtures['catalog'], path = '') {
  const urls = { ...catalog.urls }
  urls.api = `http://127.0.0.1:${await serve({ ...catalog, urls })}${path}`
  return client.discovery(new URL(urls.api), ID, undefined, client.None(), {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  })
}

describe('a third-party OAuth client library', () => {
  it('finds the endpoints, gets a token and revokes it', async ({ api, catalog, clock, db }) => {
    const config = await discovered(catalog)
    const { browser } = await joinAs(api, 'Ann')
    const codes = await client.initiateDeviceAuthorization(config, { scope: 'create update' })
    expect(codes).toMatchObject({
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: 'https://www.example.com/device',
      expires_in: 600,
      interval: 5,
    })
    const page = await browser.open(`/device?user_code=${codes.user_code}`)
    expect(textOf(page.text)).toContain('A program that calls itself mo2-plugin wants to act as Ann')
    expect(textOf(page.text)).toContain('upload lists as you change your lists')
    await browser.submit('/device/answer', { user_code: codes.user_code, answer: 'allow' })

    const tokens = await client.pollDeviceAuthorizationGrant(config, { ...codes, interval: 0 })
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 90 * 86_400, scope: 'create update' })
    const { body } = await api.get('/v1/user').set('Authorization', `Bearer ${tokens.access_token}`).expect(200)
    expect(body.data).toMatchObject({ name: 'Ann', token: { name: ID, abilities: ['create', 'update'] } })
    expect(new Date(body.data.token.expires).getTime()).toBe(clock.now.getTime() + 90 * 86_400_000)
    expect((await browser.open('/account/tokens')).text).toContain(ID)
    expect(await db.deviceCode.count()).toBe(0)

    await client.tokenRevocation(config, tokens.access_token)
    await api.get('/v1/user').set('Authorization', `Bearer ${tokens.access_token}`).expect(401)
  })
})

describe('a device code', () => {
  it('returns a token only once, even to concurrent polls', async ({ api, db }) => {
    const { browser } = await joinAs(api, 'Ann')
    const { body } = await begin(api).expect(200)
    await browser.submit('/device/answer', { user_code: body.user_code, answer: 'allow' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => poll(api, body.device_code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { body: refused } of answers.filter(({ status }) => status !== 200)) {
      expect(refused.error).toBe('invalid_grant')
    }
    const again = await poll(api, body.device_code).expect(400)
    expect(again.body.error).toBe('invalid_grant')
    expect(await db.apiToken.count()).toBe(1)
  })

  it('returns no token before Allow, after Deny, or after ten minutes', async ({ api, clock, db }) => {
    const { browser } = await joinAs(api, 'Ann')
    const { body: waiting } = await begin(api)
    await browser.open(`/device?user_code=${waiting.user_code}`)
    await browser.submit('/device', { user_code: waiting.user_code })
    expect((await poll(api, waiting.device_code).expect(400)).body.error).toBe('authorization_pending')
    clock.advance(2_000)
    expect((await poll(api, waiting.device_code).expect(400)).body).toEqual({
      error: 'slow_down',
      error_description: 'Poll every 5 seconds.',
    })
    clock.advance(10_000)
    expect((await poll(api, waiting.device_code)).body.error).toBe('authorization_pending')

    const { body: denied } = await begin(api)
    const answered = await browser.submit('/device/answer', { user_code: denied.user_code, answer: 'deny' })
    expect(textOf(answered.text)).toContain('The program did not get access.')
    expect((await poll(api, denied.device_code)).body.error).toBe('access_denied')

    clock.advance(588_000)
    expect((await poll(api, waiting.device_code)).body.error).toBe('expired_token')
    expect((await browser.submit('/device/answer', { user_code: waiting.user_code, answer: 'allow' })).status).toBe(422)
    expect(await db.apiToken.count()).toBe(0)
  })

  it('is refused, even if correct, after five wrong ones in a minute, even if many are sent at once (429)', async ({
    api,
    clock,
    db,
  }) => {
    clock.advance(3_600_000) // attempts of other tests on this server count too
    const { browser } = await joinAs(api, 'Ann')
    const { body } = await begin(api)
    expect((await browser.submit('/device', { user_code: body.user_code.toLowerCase().replace('-', '') })).status).toBe(
      200,
    )
    const holder = await db.pool.connect()
    onTestFinished(() => holder.release())
    await holder.query('BEGIN; LOCK TABLE device_codes IN ACCESS EXCLUSIVE MODE')
    const statuses: number[] = []
    const guesses = Promise.allSettled(
      Array.from({ length: 12 }, async () => {
        statuses.push((await browser.submit('/device', { user_code: 'BBBB-BBBB' })).status)
      }),
    )
    await expect.poll(() => statuses).toEqual(Array(7).fill(429)) // while the first five are being looked up
    await holder.query('ROLLBACK')
    await guesses
    expect(statuses.slice(7)).toEqual(Array(5).fill(422))
    const limited = await browser.open(`/device?user_code=${body.user_code}`)
    expect([limited.status, Number(limited.headers['retry-after'])]).toEqual([429, 60])
    clock.advance(60_000)
    expect((await browser.open(`/device?user_code=${body.user_code}`)).status).toBe(200)
  })

  it('is stored as hashes, and deleted with the account that allowed it', async ({ api, clock, db }) => {
    clock.advance(7_200_000)
    const { browser } = await joinAs(api, 'Ann')
    const { body } = await begin(api)
    await browser.submit('/device/answer', { user_code: body.user_code, answer: 'allow' })
    const [row] = await db.deviceCode.findMany()
    expect(JSON.stringify(row)).not.toContain(body.device_code)
    await db.user.deleteMany()
    expect((await poll(api, body.device_code)).body.error).toBe('invalid_grant')
  })
})

/** Returns a form in which a field with several values is repeated. */
const repeating = (fields: Record<string, string | readonly string[]>): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => [value].flat().map((each) => `${new URLSearchParams({ [name]: each })}`))
    .join('&')

describe('errors of /oauth', () => {
  it.for([
    ['/oauth/device_authorization', { client_id: '' }, 'invalid_request'],
    ['/oauth/device_authorization', { client_id: 'x'.repeat(65) }, 'invalid_request'],
    ['/oauth/device_authorization', { client_id: 'a\u0000b' }, 'invalid_request'],
    ['/oauth/device_authorization', { scope: 'create admin' }, 'invalid_scope'],
    ['/oauth/device_authorization', { scope: 'moderate' }, 'invalid_scope'],
    ['/oauth/token', {}, 'invalid_request'],
    ['/oauth/token', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['/oauth/token', { grant_type: GRANT }, 'invalid_request'],
    ['/oauth/token', { grant_type: GRANT, device_code: 'unknown' }, 'invalid_grant'],
    ['/oauth/token', { client_id: '', grant_type: GRANT, device_code: 'unknown' }, 'invalid_request'],
    ['/oauth/token', { grant_type: [GRANT, GRANT], device_code: 'unknown' }, 'invalid_request'],
    ['/oauth/token', { grant_type: GRANT, device_code: ['unknown', 'unknown'] }, 'invalid_request'],
    ['/oauth/device_authorization', { scope: ['read', 'create'] }, 'invalid_request'],
    ['/oauth/device_authorization', { client_id: ['one', 'two'] }, 'invalid_request'],
    ['/oauth/revoke', {}, 'invalid_request'],
    ['/oauth/revoke', { token: ['mlc_one', 'mlc_two'] }, 'invalid_request'],
  ] as const)('%s with %j is 400 in the JSON of the RFC: %s', async ([path, fields, error], { api, db }) => {
    const { status, body, headers } = await api
      .post(path)
      .type('form')
      .send(repeating({ client_id: ID, ...fields }))
    expect([status, body]).toEqual([400, { error, error_description: expect.any(String) }])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'access-control-allow-origin': '*',
      'content-type': expect.stringMatching(/^application\/json/),
    })
    expect(await db.deviceCode.count()).toBe(0)
  })
})

describe('polling for a token', () => {
  it('returns a token that no cache may store, in the JSON of the RFC', async ({ api }) => {
    const { browser } = await joinAs(api, 'Ann')
    const { body, headers } = await begin(api, { scope: 'delete  read' })
    expect(headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
    expect(body.verification_uri_complete).toBe(`${body.verification_uri}?user_code=${body.user_code}`)
    await browser.submit('/device/answer', { user_code: body.user_code, answer: 'allow' })
    const answer = await poll(api, body.device_code).expect(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^mlc_/),
      token_type: 'Bearer',
      expires_in: 90 * 86_400,
      scope: 'read delete',
    })
  })
})

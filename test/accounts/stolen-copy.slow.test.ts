import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import supertest from 'supertest'
import { expect, it, onTestFinished } from 'vitest'
import { openIdProvider, signInAtProvider } from '../support/accounts/openid-provider.ts'
import { joinAs, signInBy } from '../support/accounts/people.ts'
import { ownDatabase } from '../support/database/own.ts'
import { everythingStored, query } from '../support/database/query.ts'
import { startProgram, startServer } from '../support/processes/programs.ts'
import { OWN, type PlainBrowser, plainBrowser } from '../support/requests/browser-forms.ts'
import { fillList } from '../support/requests/forms.ts'
import { textOf } from '../support/website/pages.ts'

type Api = Parameters<typeof joinAs>[0]

const WEBSITE = 'https://www.example.com'
const METRICS_TOKEN = 'a token for metrics'
const USER = 'Ann who is stored'
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Returns a text as plain text and in the encodings in which it could be stored or logged. */
function formsOf(secret: string): string[] {
  const bytes = [Buffer.from(secret), Buffer.from(secret.replaceAll('-', ''))]
  // Most secrets are random bytes in base64url, perhaps after a prefix.
  const raw = Buffer.from(secret.replace(/^ml[ck]_/, ''), 'base64url')
  if (raw.length >= 32) bytes.push(raw)
  const encoded = bytes.flatMap((each) => [each.toString('hex'), each.toString('base64'), each.toString('base64url')])
  const forms = [secret, secret.replaceAll('-', ''), encodeURIComponent(secret), JSON.stringify(secret), ...encoded]
  return forms.map((form) => form.replace(/=+$/, '').toLowerCase()).filter((form) => form.length >= 8)
}

/** The secret that a pending step of a sign-in derives from its cookie for one purpose. */
const derived = (cookie: string, purpose: string) => createHmac('sha256', cookie).update(purpose).digest('base64url')

it('a copy of the database, the log, the metrics and a backup have no secret of any sign-in, in no encoding', async () => {
  const url = await ownDatabase()
  const provider = await openIdProvider('nexus', [`${WEBSITE}/sign-in/nexus/callback`])
  const server = await startServer({
    DATABASE_URL: url,
    WEBSITE_URL: WEBSITE,
    PUBLIC_URL: WEBSITE,
    LOG_LEVEL: 'trace',
    METRICS_TOKEN,
    OIDC_PROVIDERS: 'nexus',
    OIDC_NEXUS_ISSUER: provider.issuer,
    OIDC_NEXUS_CLIENT_ID: provider.clientId,
    OIDC_NEXUS_CLIENT_SECRET: provider.clientSecret,
  })
  const api = supertest(server.address) as unknown as Api
  const secrets = new Map([
    ['token of metrics', METRICS_TOKEN],
    ['client secret', provider.clientSecret],
    ['password of the database', new URL(url).password],
  ])
  const stored: string[] = []
  /** Notes the secrets of a browser's cookies, and copies the database as it is now. */
  const steal = async (when: string, { jar }: PlainBrowser) => {
    for (const [name, value] of jar) if (!name.endsWith('signed-in')) secrets.set(`cookie ${name} ${when}`, value)
    stored.push(await everythingStored(url))
  }

  // An account with a passkey, a second sign-in, and an upload without an account by a browser without scripts.
  const ann = await joinAs(api, USER)
  ann.codes.forEach((code, at) => void secrets.set(`recovery code ${at}`, code))
  await steal('after the first passkey', ann.browser)
  const second = plainBrowser(api)
  const { body: asked } = await second.submit('/sign-in/passkey/options')
  secrets.set('challenge', asked.challenge)
  await steal('during a sign-in', second)
  expect((await signInBy(ann.device, second)).status).toBe(303)
  await steal('of the second browser', second)
  const upload = await fillList(api.post('/upload').set(OWN).redirects(0)).expect(303)
  secrets.set('owner key', /owner-key=(mlk_[\w-]+)/.exec(String(upload.headers['set-cookie']))?.[1] ?? '')

  // A recovery code, an operator's link, a token from the page, and one from the shell.
  const third = plainBrowser(api)
  expect((await third.submit('/sign-in/recover', { code: ann.codes[3] ?? '' })).status).toBe(303)
  await third.submit('/sign-in/recover', { code: 'wrong', return_to: `/device?user_code=${ann.codes[4]}` })
  const run = (...args: string[]) => startProgram('cli', { DATABASE_URL: url }, args).exit
  const link = await run('user', 'sign-in', USER)
  secrets.set('sign-in link', link.out.trim().split('#')[1] ?? '')
  const wish = { label: 'laptop', 'abilities[]': 'read', lifetime: '30d' }
  const made = await ann.browser.submit('/account/tokens', wish)
  secrets.set('token of the page', /mlc_[\w-]{43}/.exec(made.text)?.[0] ?? '')
  secrets.set('token of the shell', (await run('token', 'create', USER, '--abilities', 'read')).out.trim())
  await steal('with all codes', third)

  // A program, by a code that is also sent where it does not belong.
  const device = await api.post('/oauth/device_authorization').type('form').send({ client_id: 'mo2-plugin' })
  const { device_code: deviceCode, user_code: userCode } = device.body
  secrets.set('device code', deviceCode)
  secrets.set('user code', userCode)
  const grant = { grant_type: GRANT, client_id: 'mo2-plugin', device_code: deviceCode }
  await plainBrowser(api).open(`/device?user_code=${userCode}`)
  await api.post(`/oauth/token?${new URLSearchParams(grant)}`).expect(400)
  await ann.browser.open(`/device?user_code=${userCode}`)
  await ann.browser.submit('/device/answer', { user_code: userCode, answer: 'allow' })
  await steal('while a program is allowed', ann.browser)
  const token = await api.post('/oauth/token').type('form').send(grant).expect(200)
  secrets.set('token of the program', token.body.access_token)
  await api.get('/v1/user').set('Authorization', `Bearer ${token.body.access_token}`).expect(200)

  // A sign-in at the provider.
  const bob = plainBrowser(api)
  const left = await bob.submit('/sign-in/nexus/start', {})
  const cookie = bob.jar.get('__Host-sign-in') ?? ''
  for (const purpose of ['state', 'nonce', 'code verifier']) secrets.set(purpose, derived(cookie, purpose))
  await steal('at the provider', bob)
  const address = textOf(/http-equiv="refresh" content="0; url=([^"]+)"/.exec(left.text)?.[1] ?? '')
  expect(address).toContain(`state=${secrets.get('state')}`)
  expect(address).toContain(`nonce=${secrets.get('nonce')}`)
  const path = await signInAtProvider(address, 'bob')
  secrets.set('code of the provider', new URLSearchParams(path.split('?')[1]).get('code') ?? '')
  expect((await bob.open(path)).headers.location).toBe('/sign-in/name')
  expect((await bob.open(path)).status).toBe(422) // used: the page must not log it either
  await steal('while choosing a name', bob)
  expect((await bob.submit('/sign-in/name', { name: 'Bob' })).status).toBe(303)
  await steal('after the name', bob)

  const metrics = await api.get('/metrics').set('Authorization', `Bearer ${METRICS_TOKEN}`).expect(200)
  const folder = await mkdtemp(join(tmpdir(), 'mod-list-catalog-stolen-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect((await run('export', join(folder, 'catalog.backup'))).status).toBe(0)
  const backup = gunzipSync(await readFile(join(folder, 'catalog.backup'))).toString()
  // Errors of the database must log no secret either.
  await query(url, 'ALTER TABLE sessions RENAME COLUMN browser TO wrong')
  await query(url, 'ALTER TABLE api_tokens RENAME COLUMN label TO other')
  expect((await third.submit('/sign-in/recover', { code: ann.codes[5] ?? '' })).status).toBe(500)
  expect((await ann.browser.submit('/account/tokens', wish)).status).toBe(500)
  server.child.kill('SIGTERM')
  const { out, err } = await server.exit

  const places = { database: stored.join(), log: out + err, metrics: metrics.text, backup }
  // What may be there is found, so that a secret would be found too.
  const expected = { database: USER, log: '/sign-in/nexus/callback', metrics: 'http_request', backup: USER }
  expect([...secrets.entries()].filter(([, secret]) => secret.length < 8)).toEqual([])
  expect(secrets.size).toBeGreaterThan(30)
  const found = Object.entries(places).map(([place, text]) => {
    const searched = text.toLowerCase()
    expect(searched).toContain(expected[place as keyof typeof places].toLowerCase())
    const names = [...secrets].filter(([, secret]) => formsOf(secret).some((form) => searched.includes(form)))
    return [place, names.map(([name]) => name)]
  })
  expect(Object.fromEntries(found)).toEqual({ database: [], log: [], metrics: [], backup: [] })
})

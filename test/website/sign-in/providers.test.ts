import supertest from 'supertest'
import { describe, expect } from 'vitest'
import type { Provider } from '../../../src/accounts/settings.ts'
import { openIdProvider, signInAtProvider } from '../../support/accounts/openid-provider.ts'
import { joinAs, signInBy } from '../../support/accounts/people.ts'
import { changeMeanwhile } from '../../support/database/meanwhile.ts'
import { it, options, type TestFixtures } from '../../support/it.ts'
import { type PlainBrowser, plainBrowser } from '../../support/requests/browser-forms.ts'
import { listen } from '../../support/requests/listen.ts'
import { serve } from '../../support/requests/wire.ts'
import { textOf } from '../../support/website/pages.ts'

const callback = (name: string) => `https://www.example.com/sign-in/${name}/callback`

/** Starts an application with these providers. */
async function serveWith(catalog: TestFixtures['catalog'], providers: Provider[], isOpen = true) {
  const port = await serve(catalog, { accounts: { ...options.accounts, providers, isOpen } })
  return supertest(`http://127.0.0.1:${port}`) as unknown as TestFixtures['api']
}

/** Returns the address to which a page redirects. */
const leadsTo = (html: string) => textOf(/http-equiv="refresh" content="0; url=([^"]+)"/.exec(html)?.[1] ?? '')

/** Starts a sign-in at a provider, signs in there, and follows the redirect back. */
async function goAndReturn(browser: PlainBrowser, start: string, login: string) {
  const left = await browser.submit(start, { return_to: '/upload' })
  const path = await signInAtProvider(leadsTo(left.text), login)
  return { path, answer: await browser.open(path) }
}

const problemsOn = (html: string) => textOf(/<div class="problems.*?<\/div>/s.exec(html)?.[0] ?? '')

describe('a sign-in at an OpenID Connect provider', () => {
  it('creates an account with a chosen name, and signs in to it from then on', async ({ catalog, db }) => {
    const provider = await openIdProvider('nexus', [callback('nexus')])
    const api = await serveWith(catalog, [provider])
    const browser = plainBrowser(api)
    expect(textOf((await browser.open('/sign-in')).text)).toContain('Sign in with The nexus')

    const first = await goAndReturn(browser, '/sign-in/nexus/start', 'ann')
    expect([first.answer.status, first.answer.headers.location]).toEqual([303, '/sign-in/name'])
    expect(await db.user.count()).toBe(0)
    const page = await browser.open('/sign-in/name')
    expect(textOf(page.text)).toContain('You came from The nexus')
    expect((await browser.submit('/sign-in/name', { name: 'admin' })).status).toBe(422)
    const made = await browser.submit('/sign-in/name', { name: 'Ann' })
    expect([made.status, made.headers.location]).toEqual([303, '/upload'])
    expect(await db.identity.findMany({ include: { user: true } })).toMatchObject([
      { issuer: provider.issuer, subject: 'ann', user: { name: 'Ann' } },
    ])

    const again = await goAndReturn(plainBrowser(api), '/sign-in/nexus/start', 'ann')
    expect([again.answer.status, again.answer.headers.location]).toEqual([303, '/upload'])
    expect([await db.user.count(), await db.session.count(), await db.pendingSignIn.count()]).toEqual([1, 2, 0])
  })

  it('accepts a response once, in the browser that started it, from that provider', async ({ catalog, db }) => {
    const [one, two] = [await openIdProvider('one', [callback('one')]), await openIdProvider('two', [callback('two')])]
    const api = await serveWith(catalog, [one, two])
    const victim = plainBrowser(api)
    const left = await victim.submit('/sign-in/one/start')
    const path = await signInAtProvider(leadsTo(left.text), 'ann')

    const attacker = plainBrowser(api)
    expect((await attacker.open(path)).status).toBe(422)
    await attacker.submit('/sign-in/one/start')
    expect((await attacker.open(path)).status).toBe(422) // a forged sign-in: the state is of another browser
    const jar = new Map(victim.jar)
    expect((await plainBrowser(api, new Map(jar)).open(path.replace('/one/', '/two/'))).status).toBe(422)
    expect((await victim.open(path)).status).toBe(303) // the wrong responses have ended no sign-in
    expect((await victim.open(path)).status).toBe(422)

    const fresh = await goAndReturn(victim, '/sign-in/one/start', 'ann')
    expect(fresh.answer.status).toBe(303)
    expect((await plainBrowser(api, new Map(jar)).open(fresh.path)).status).toBe(422)
    expect([await db.user.count(), await db.session.count()]).toEqual([0, 0])
  })

  it('goes on in several tabs, and no address that another site opens ends it', async ({ catalog, db }) => {
    const [one, two] = [await openIdProvider('one', [callback('one')]), await openIdProvider('two', [callback('two')])]
    const api = await serveWith(catalog, [one, two])
    const browser = plainBrowser(api)
    const first = leadsTo((await browser.submit('/sign-in/one/start', { return_to: '/lists' })).text)
    const second = leadsTo((await browser.submit('/sign-in/two/start', { return_to: '/games' })).text)
    for (const junk of ['state=junk', '', 'error=access_denied', 'state=a&state=b']) {
      expect((await browser.open(`/sign-in/one/callback?${junk}`)).status).toBe(422)
    }
    const paths = [await signInAtProvider(first, 'ann'), await signInAtProvider(second, 'ann')]
    for (const path of paths) {
      const { status, headers } = await browser.open(path)
      expect([status, headers.location]).toEqual([303, '/sign-in/name'])
    }
    const made = await browser.submit('/sign-in/name', { name: 'Ann' })
    expect([made.status, made.headers.location]).toEqual([303, '/games'])
    expect(await db.identity.findMany()).toMatchObject([{ issuer: two.issuer, subject: 'ann' }])
  })

  it('leads back to where it began, also after a failure', async ({ catalog }) => {
    const api = await serveWith(catalog, [await openIdProvider('nexus', [callback('nexus')])])
    const browser = plainBrowser(api)
    const address = new URL(leadsTo((await browser.submit('/sign-in/nexus/start', { return_to: '/upload?a=1' })).text))
    const denied = `/sign-in/nexus/callback?error=access_denied&state=${address.searchParams.get('state')}`
    const { status, text } = await browser.open(denied)
    expect([status, text]).toEqual([422, expect.stringContaining('name="return_to" value="/upload?a=1"')])
  })

  it.for(['a'.repeat(256), 'Zoë', 'a\0b'])(
    'shows the error page of the provider for the subject %j, and creates nothing',
    async (login, { catalog, db }) => {
      const provider = await openIdProvider('nexus', [callback('nexus')])
      const browser = plainBrowser(await serveWith(catalog, [provider]))
      const { answer } = await goAndReturn(browser, '/sign-in/nexus/start', login)
      expect(answer.status).toBe(422)
      expect(problemsOn(answer.text)).toContain('The nexus did not answer as it should')
      expect([await db.user.count(), await db.identity.count(), await db.pendingSignIn.count()]).toEqual([0, 0, 0])
    },
  )

  it('connects to one account, and can be disconnected unless it is the last way in', async ({ catalog, db }) => {
    const api = await serveWith(catalog, [await openIdProvider('nexus', [callback('nexus')])])
    const [ann, bob] = [await joinAs(api, 'Ann'), await joinAs(api, 'Bob')]
    const connected = await goAndReturn(ann.browser, '/account/providers/nexus', 'ann')
    expect(connected.answer.headers.location).toBe('/account?tab=security#providers')
    const refused = await goAndReturn(bob.browser, '/account/providers/nexus', 'ann')
    expect([refused.answer.status, problemsOn(refused.answer.text)]).toEqual([
      422,
      expect.stringContaining('is already connected'),
    ])

    // The response to an attacker's sign-in connects nothing if somebody else's browser opens it.
    const left = await bob.browser.submit('/account/providers/nexus')
    const path = await signInAtProvider(leadsTo(left.text), 'bob')
    expect((await ann.browser.open(path)).status).toBe(422)
    const planted = new Map([...ann.browser.jar, ['__Host-sign-in', bob.browser.jar.get('__Host-sign-in') ?? '']])
    expect((await plainBrowser(api, planted).open(path)).status).toBe(422)
    expect(await db.identity.count()).toBe(1)

    const { id } = await db.identity.findFirstOrThrow()
    expect((await bob.browser.submit('/account/disconnect', { id: String(id) })).status).toBe(404)
    await db.passkey.deleteMany({ where: { user: { name: 'Ann' } } })
    expect((await ann.browser.submit('/account/disconnect', { id: String(id) })).status).toBe(422)
    expect(await db.identity.count()).toBe(1)
  })
})

describe('a response of a provider', () => {
  it('is refused if it names another issuer or none, though its code and state are right', async ({ catalog, db }) => {
    const provider = await openIdProvider('nexus', [callback('nexus')])
    const api = await serveWith(catalog, [provider])
    for (const issuer of ['', '&iss=https%3A%2F%2Fevil.example']) {
      const browser = plainBrowser(api)
      const left = await browser.submit('/sign-in/nexus/start')
      const path = await signInAtProvider(leadsTo(left.text), 'ann')
      const changed = path.replace(/&iss=[^&]*/, issuer)
      expect(changed).not.toBe(path)
      expect((await browser.open(changed)).status).toBe(422)
    }
    expect([await db.pendingSignIn.count(), await db.session.count()]).toEqual([0, 0])
  })

  it('is accepted once, even if it is sent several times at once', async ({ catalog, db }) => {
    const api = await serveWith(catalog, [await openIdProvider('nexus', [callback('nexus')])])
    const browser = plainBrowser(api)
    const path = await signInAtProvider(leadsTo((await browser.submit('/sign-in/nexus/start')).text), 'ann')
    const jar = new Map(browser.jar)
    const answers = await Promise.all(Array.from({ length: 5 }, () => plainBrowser(api, new Map(jar)).open(path)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422, 422, 422, 422])
    expect(await db.pendingSignIn.count()).toBe(1)
  })

  it('connects nothing if the session has ended or belongs to another account', async ({ catalog, db, url }) => {
    const api = await serveWith(catalog, [await openIdProvider('nexus', [callback('nexus')])])
    const ann = await joinAs(api, 'Ann')
    const bob = await joinAs(api, 'Bob')
    const leave = async () =>
      signInAtProvider(leadsTo((await ann.browser.submit('/account/providers/nexus')).text), 'ann')

    const path = await leave()
    const asBob = plainBrowser(api, new Map([...ann.browser.jar, ...bob.browser.jar]))
    expect((await asBob.open(path)).status).toBe(422)

    const late = await leave()
    const answer = await changeMeanwhile(
      url,
      { lock: 'SELECT FROM users FOR UPDATE', change: (holder) => holder.query('DELETE FROM sessions') },
      () => ann.browser.open(late),
    )
    expect([answer.status, textOf(answer.text)]).toEqual([401, expect.stringContaining('This session has ended.')])

    await signInBy(ann.device, ann.browser)
    const later = await leave()
    await db.session.deleteMany()
    const ended = await ann.browser.open(later)
    expect([ended.status, problemsOn(ended.text)]).toEqual([422, expect.stringContaining('Please start again.')])
    expect(await db.identity.count()).toBe(0)
  })
})

describe('a provider that', () => {
  it.for([
    ['is away', null],
    ['hangs', () => {}],
    ['answers nonsense', (_, response) => void response.end('<html>')],
    ['answers without an end', (_, response) => void setInterval(() => response.write('x'.repeat(2 ** 18)), 1).unref()],
    [
      'says that it is another one',
      (_, response) =>
        void response.setHeader('content-type', 'application/json').end('{"issuer":"https://evil.example"}'),
    ],
    ['redirects', (_, response) => void response.writeHead(302, { location: 'https://evil.example/' }).end()],
  ] as [string, Parameters<typeof listen>[0] | null][])(
    '%s causes a message, and the other ways to sign in still work',
    async ([, handler], { catalog, db }) => {
      const issuer = handler === null ? 'http://127.0.0.1:1' : await listen(handler)
      const settings = { name: 'bad', label: 'Bad', issuer, clientId: 'catalog', clientSecret: 's', timeoutMs: 1_000 }
      const api = await serveWith(catalog, [settings])
      const { status, text } = await plainBrowser(api).submit('/sign-in/bad/start')
      expect([status, problemsOn(text)]).toEqual([422, expect.stringContaining('Bad did not answer as it should')])
      expect(text).toContain('Sign in with a passkey')
      expect(await db.session.count()).toBe(0)
    },
  )
})

import { describe, expect } from 'vitest'
import { type Authenticator, authenticator } from '../../support/accounts/authenticator.ts'
import { HOST, joinAs, ORIGIN, signInBy } from '../../support/accounts/people.ts'
import { it } from '../../support/it.ts'
import { plainBrowser } from '../../support/requests/browser-forms.ts'
import { textOf } from '../../support/website/pages.ts'

const MINUTE = 60_000

/** Headers that a script of the website sends. */
const SCRIPT = { Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin' }

/** Returns the errors that a form shows. */
const wrongOn = (html: string) => textOf(/<div class="problems.*?<\/div>/s.exec(html)?.[0] ?? '')

const NOT_ACCEPTED = 'You are not signed in yet: This passkey was not accepted here.'
const OVER = 'You are not signed in yet: This sign-in took too long or was already used.'

describe('an account by passkey', () => {
  it('has a name, a passkey, ten recovery codes that are shown once, and a session', async ({ api, db }) => {
    const { browser, codes } = await joinAs(api, 'Ann')
    expect(new Set(codes).size).toBe(10)
    expect(await db.user.findMany({ include: { _count: true } })).toMatchObject([
      { name: 'Ann', verified: false, _count: { passkeys: 1, sessions: 1, recoveryCodes: 10, identities: 0 } },
    ])
    const { text, headers } = await browser.open('/account')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin', vary: 'Cookie' })
    expect(text).toContain('<bdi>Ann</bdi>')
    for (const code of codes) expect(text).not.toContain(code)
    expect([...browser.jar.keys()]).toEqual(['__Host-session', '__Host-signed-in'])
  })

  it.for([
    ['a', '2 to 40 letters'],
    ['x'.repeat(41), '2 to 40 letters'],
    [' Ann', 'no space at either end'],
    ['Ann ', 'no space at either end'],
    ['An\u202En', '2 to 40 letters'],
    ['Ann\u3164', '2 to 40 letters'],
    ['Ann\u034F', '2 to 40 letters'],
    ['<b>Ann</b>', '2 to 40 letters'],
    ['Admin', 'is reserved'],
    ['DELETED', 'is reserved'],
    ['undefined', 'is reserved'],
  ] as const)('is refused with 422 for the name %s, and nothing is stored', async ([name, message], { api, db }) => {
    const browser = plainBrowser(api)
    const answer = await browser.submit('/sign-in/name/options', { name }, SCRIPT)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.name[0]).toContain(message)
    expect([await db.user.count(), await db.pendingSignIn.count()]).toEqual([0, 0])
  })

  it('is created once if several people choose the same name at the same moment', async ({ api, db }) => {
    const people = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const [browser, device] = [plainBrowser(api), authenticator(HOST)]
        const { body } = await browser.submit('/sign-in/name/options', { name: 'Ann' })
        return { browser, response: device.create(body, ORIGIN) }
      }),
    )
    const answers = await Promise.all(
      people.map(({ browser, response }) => browser.submit('/sign-in/name', { name: 'Ann', response })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422])
    const refused = answers.filter(({ status }) => status === 422)
    for (const { text } of refused) expect(textOf(text)).toContain('The name Ann is taken.')
    expect([await db.user.count(), await db.passkey.count(), await db.session.count()]).toEqual([1, 1, 1])
  })
})

describe('a sign-in by passkey', () => {
  it('replaces the session of the browser, and returns to the page where it began', async ({ api, db }) => {
    const { browser, device } = await joinAs(api, 'Ann')
    const before = await db.session.findMany()
    const { status, headers } = await signInBy(device, browser, '/lists?page=2')
    expect([status, headers.location]).toEqual([303, '/lists?page=2'])
    const after = await db.session.findMany()
    expect(after).toHaveLength(1)
    expect(after[0]?.id).not.toBe(before[0]?.id)
  })

  it('accepts a signature once, and only from the browser that asked for it', async ({ api, db }) => {
    const { device } = await joinAs(api, 'Ann')
    await db.session.deleteMany()
    const [victim, thief] = [plainBrowser(api), plainBrowser(api)]
    device.counter = 7
    const { body } = await victim.submit('/sign-in/passkey/options')
    const response = device.get(body, ORIGIN)

    await thief.submit('/sign-in/passkey/options')
    const stolen = await thief.submit('/sign-in/passkey', { response })
    expect([stolen.status, wrongOn(stolen.text)]).toEqual([422, expect.stringContaining(NOT_ACCEPTED)])
    const without = await plainBrowser(api).submit('/sign-in/passkey', { response })
    expect([without.status, wrongOn(without.text)]).toEqual([422, expect.stringContaining(OVER)])
    expect(await db.session.count()).toBe(0)

    const jar = new Map(victim.jar)
    expect((await victim.submit('/sign-in/passkey', { response })).status).toBe(303)
    const replayed = await plainBrowser(api, jar).submit('/sign-in/passkey', { response })
    expect([replayed.status, wrongOn(replayed.text)]).toEqual([422, expect.stringContaining(OVER)])
    expect(await db.session.count()).toBe(1)
  })

  it('expires after ten minutes', async ({ api, db, clock }) => {
    const { device } = await joinAs(api, 'Ann')
    await db.session.deleteMany()
    const browser = plainBrowser(api)
    const { body } = await browser.submit('/sign-in/passkey/options')
    clock.advance(10 * MINUTE)
    device.counter++
    const answer = await browser.submit('/sign-in/passkey', { response: device.get(body, ORIGIN) })
    expect([answer.status, wrongOn(answer.text)]).toEqual([422, expect.stringContaining(OVER)])
    expect(await db.session.count()).toBe(0)
  })

  it('returns the same error for every response that is not valid', async ({ api, db }) => {
    const { device } = await joinAs(api, 'Ann')
    expect((await signInBy(device, plainBrowser(api))).status).toBe(303)
    await db.session.deleteMany()
    const unknown = authenticator(HOST)
    unknown.create({ challenge: '' }, ORIGIN)
    const elsewhere = authenticator('evil.example')
    const responses: [what: string, response: (options: { challenge: string }) => string][] = [
      ['unknown', (options) => unknown.get(options, ORIGIN)],
      ['of another site', (options) => elsewhere.get(options, ORIGIN)],
      ['phished', (options) => device.get(options, 'https://evil.example')],
      ['a subdomain', (options) => device.get(options, 'https://forum.www.example.com')],
      ['another challenge', () => device.get({ challenge: 'AAAA' }, ORIGIN)],
      ['counter', (options) => Object.assign(device, { counter: 1 }).get(options, ORIGIN)],
      ['counter of 0', (options) => Object.assign(device, { counter: 0 }).get(options, ORIGIN)],
      ['handle of another user', (options) => withHandle(device, Buffer.alloc(16).toString('base64url'), options)],
      ['no handle', (options) => withHandle(device, '', options)],
      ['nonsense', () => '{"id":1'],
      ['nothing', () => ''],
      ['huge', () => JSON.stringify({ id: 'x'.repeat(20_000) })],
    ]
    const said = new Set<string>()
    for (const [what, respond] of responses) {
      const browser = plainBrowser(api)
      const { body } = await browser.submit('/sign-in/passkey/options')
      const { status, text } = await browser.submit('/sign-in/passkey', { response: respond(body) })
      expect({ what, status }).toEqual({ what, status: 422 })
      said.add(wrongOn(text))
    }
    expect([...said]).toEqual([expect.stringContaining(NOT_ACCEPTED)])
    expect(await db.session.count()).toBe(0)
    device.counter = 1
    expect((await signInBy(device, plainBrowser(api))).status).toBe(303)
  })
})

/** Returns the response of a device that reports another user handle. */
function withHandle(device: Authenticator, handle: string, options: { challenge: string }): string {
  const own = device.handle
  const response = Object.assign(device, { handle, counter: 5 }).get(options, ORIGIN)
  device.handle = own
  return response
}

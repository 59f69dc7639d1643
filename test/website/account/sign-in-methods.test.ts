import { describe, expect } from 'vitest'
import { makeSignInCode } from '../../../src/accounts/recovery-service.ts'
import { createUser } from '../../../src/accounts/service.ts'
import { removeSignInMethod } from '../../../src/accounts/sign-in/methods-service.ts'
import { authenticator } from '../../support/accounts/authenticator.ts'
import { HOST, joinAs, ORIGIN, type Person, signInBy } from '../../support/accounts/people.ts'
import { it, options } from '../../support/it.ts'
import { plainBrowser } from '../../support/requests/browser-forms.ts'
import { textOf } from '../../support/website/pages.ts'

/** Adds a passkey of another device to the account. */
async function addDevice({ browser }: Person) {
  const device = authenticator(HOST)
  const { body } = await browser.submit('/account/passkeys/options')
  const answer = await browser.submit('/account/passkeys', { response: device.create(body, ORIGIN) })
  return { device, answer }
}

describe('the passkeys of an account', () => {
  it('can be added, named and removed, except for the last', async ({ api, db }) => {
    const ann = await joinAs(api, 'Ann')
    const [first] = await db.passkey.findMany()
    const refused = await ann.browser.submit('/account/passkeys/remove', { id: String(first?.id) })
    expect([refused.status, textOf(refused.text)]).toEqual([
      422,
      expect.stringContaining('This is your last way to sign in.'),
    ])
    const { device, answer } = await addDevice(ann)
    expect([answer.status, answer.headers.location]).toEqual([303, '/account?tab=security#passkeys'])
    expect((await signInBy(device, plainBrowser(api))).status).toBe(303)

    await ann.browser.submit('/account/passkeys/rename', { id: String(first?.id), name: 'Old phone' })
    expect((await ann.browser.open('/account?tab=security')).text).toContain('Old phone')
    const wrong = await ann.browser.submit('/account/passkeys/rename', { id: String(first?.id), name: ' ' })
    expect(wrong.status).toBe(422)
    expect((await ann.browser.submit('/account/passkeys/remove', { id: String(first?.id) })).status).toBe(303)
    expect((await signInBy(ann.device, plainBrowser(api))).status).toBe(422)
    expect(await db.passkey.count()).toBe(1)
    expect(await db.recoveryCode.count()).toBe(10)
  })

  it('are missed on the page of a user who has none: they could not sign in again', async ({ api, catalog }) => {
    const { id } = await createUser(catalog, { name: 'Bob', verified: false })
    const bob = plainBrowser(api)
    const code = await makeSignInCode(catalog, id)
    expect((await bob.submit('/sign-in/recover', { code })).status).toBe(303)
    const without = textOf((await bob.open('/account?tab=security')).text)
    expect(without).toContain(
      'You have no passkey yet. Add one before you sign out, or you can sign in again only with the help of this site’s operator.',
    )
    const { browser } = await joinAs(api, 'Ann')
    expect(textOf((await browser.open('/account?tab=security')).text)).not.toContain('You have no passkey')
  })

  it('cannot both be removed by two simultaneous requests', async ({ api, db }) => {
    const ann = await joinAs(api, 'Ann')
    await addDevice(ann)
    const passkeys = await db.passkey.findMany()
    const answers = await Promise.all(
      passkeys.map(({ id }) => ann.browser.submit('/account/passkeys/remove', { id: String(id) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
    expect(await db.passkey.count()).toBe(1)
  })

  it('cannot be changed or added by another user', async ({ api, db }) => {
    const ann = await joinAs(api, 'Ann')
    await addDevice(ann)
    const bob = await joinAs(api, 'Bob')
    await addDevice(bob)
    const [first] = await db.passkey.findMany({ where: { user: { name: 'Ann' } } })
    for (const path of ['remove', 'rename']) {
      const fields = { id: String(first?.id), name: 'Mine' }
      const { status, text } = await bob.browser.submit(`/account/passkeys/${path}`, fields)
      expect([path, status, textOf(text)]).toEqual([path, 404, expect.stringContaining('Passkey not found.')])
    }
    const { body } = await ann.browser.submit('/account/passkeys/options')
    const response = authenticator(HOST).create(body, ORIGIN)
    const stolen = plainBrowser(
      api,
      new Map([...bob.browser.jar, ['__Host-sign-in', ann.browser.jar.get('__Host-sign-in') ?? '']]),
    )
    expect((await stolen.submit('/account/passkeys', { response })).status).toBe(422)
    expect(await db.passkey.count()).toBe(4)
  })
})

describe('recovery codes', () => {
  it('are deleted with the last passkey', async ({ api, catalog, clock, db }) => {
    const { codes } = await joinAs(api, 'Ann')
    const { id: sessionId, userId } = await db.session.findFirstOrThrow()
    const provider = { name: 'one', label: 'One', issuer: 'https://one.example', clientId: 'a', clientSecret: 'b' }
    const used = { createdAt: clock.now, lastUsedAt: clock.now }
    await db.identity.create({ data: { userId, issuer: provider.issuer, subject: 'a', ...used } })
    const context = { ...catalog, accounts: { ...options.accounts, providers: [provider] } }
    await removeSignInMethod(context, { userId, sessionId }, 'passkey', (await db.passkey.findFirstOrThrow()).id)

    expect(await db.recoveryCode.count()).toBe(0)
    expect((await plainBrowser(api).submit('/sign-in/recover', { code: codes[0] ?? '' })).status).toBe(422)
  })

  it('each sign in once, and are replaced by new ones', async ({ api, db }) => {
    const { browser, codes } = await joinAs(api, 'Ann')
    const [first = '', second = ''] = codes
    const use = (code: string) => plainBrowser(api).submit('/sign-in/recover', { code, return_to: '/upload' })
    const entered = await use(` ${first.toUpperCase().replaceAll('-', ' ')}`)
    expect([entered.status, entered.headers.location]).toEqual([303, '/upload'])
    const again = await use(first)
    const unknown = await use('00000-00000-00000-00000')
    expect([again.status, unknown.status]).toEqual([422, 422])
    expect(textOf(again.text)).toBe(textOf(unknown.text))
    expect(again.text).not.toContain(first)
    expect(await db.recoveryCode.count()).toBe(9)

    const made = await browser.submit('/account/codes')
    expect(made.text).toContain('<code id="codes">')
    expect([(await use(second)).status, await db.recoveryCode.count()]).toEqual([422, 10])
  })

  it('work only once, even in simultaneous requests', async ({ api, db }) => {
    const { codes } = await joinAs(api, 'Ann')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => plainBrowser(api).submit('/sign-in/recover', { code: codes[0] ?? '' })),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(await db.session.count()).toBe(2)
  })
})

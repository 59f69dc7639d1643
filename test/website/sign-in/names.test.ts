import { describe, expect } from 'vitest'
import { sweep } from '../../../src/startup/sweep.ts'
import { authenticator } from '../../support/accounts/authenticator.ts'
import { HOST, joinAs, ORIGIN } from '../../support/accounts/people.ts'
import { it } from '../../support/it.ts'
import { plainBrowser } from '../../support/requests/browser-forms.ts'

const DAY = 24 * 3_600_000
const SCRIPT = { Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin' }

type Api = Parameters<typeof joinAs>[0]

const ask = (api: Api, name: string) => plainBrowser(api).submit('/sign-in/name/options', { name }, SCRIPT)

describe('the name of a new account', () => {
  it.for([
    ['Аdmin', 'of one script'], // Cyrillic A
    ['ａｄｍｉｎ', 'is reserved'],
    ['ADMlN', 'is reserved'], // small L
    ['аԁмін', undefined], // Cyrillic alone, and not read as admin
    ['Ann  Lee', 'two spaces in a row'],
    ['Ann\u00a0Lee', '2 to 40 letters'],
    ['Анна Petrova', 'of one script'],
    ['Ραul', 'of one script'],
    ['\u0301Ann', 'only on letters'],
    ['Ann-\u0301', 'only on letters'],
    ['Ax\u0301\u0302\u0303nn', 'at most two'],
    ['Ax\u0301\u0302nn', undefined],
    ['Việt Nguyễn', undefined],
    ['山田ハナ子の', undefined],
    ['김철수 金', undefined],
    ['हिन्दी ड़ीं', undefined],
    ['Анна Петрова', undefined],
    ['محمد', undefined],
  ] as const)('%s is refused or accepted: %s', async ([name, problem], { api, db }) => {
    const { status, body } = await ask(api, name)
    expect({ status, problem: body.errors?.name[0] }).toEqual(
      problem === undefined ? { status: 200 } : { status: 422, problem: expect.stringContaining(problem) },
    )
    expect(await db.pendingSignIn.count()).toBe(problem === undefined ? 1 : 0)
  })

  it.for([
    ['Paypal', 'PaypaI'],
    ['соре', 'cope'],
    ['Modern', 'Modem'],
    ['Zero', 'ZER0'],
    ['Ann Lee', 'Ann Lee'.normalize('NFD').toUpperCase()],
  ] as const)('%s makes %s taken, because both look the same', async ([first, second], { api, db }) => {
    await joinAs(api, first)
    expect((await ask(api, `${second} 2`)).status).toBe(200)
    expect((await ask(api, second)).status).toBe(422)
    expect(await db.user.count()).toBe(1)
  })

  it('goes to one of several people who choose names that look the same at the same moment', async ({ api, db }) => {
    const people = await Promise.all(
      ['Paypal', 'PaypaI', 'PAYPAL', 'Paypa1'].map(async (name) => {
        const [browser, device] = [plainBrowser(api), authenticator(HOST)]
        const { body } = await browser.submit('/sign-in/name/options', { name })
        return { browser, name, response: device.create(body, ORIGIN) }
      }),
    )
    const answers = await Promise.all(people.map(({ browser, ...form }) => browser.submit('/sign-in/name', form)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    expect([await db.user.count(), await db.passkey.count(), await db.session.count()]).toEqual([1, 1, 1])
  })

  it('cannot be that of an account deleted in the last 90 days, as the slugs of its lists', async ({
    api,
    catalog,
    clock,
    db,
  }) => {
    const { browser } = await joinAs(api, 'Ann')
    await browser.submit('/account/delete', { confirmation: 'Ann', fate: 'delete' })
    expect([await db.user.count(), await db.nameSkeleton.count()]).toEqual([0, 0])
    clock.advance(90 * DAY - 1)
    await sweep(catalog)
    for (const name of ['Ann', 'ANN']) {
      const { status, body } = await ask(api, name)
      expect([status, body.errors.name[0]]).toEqual([422, expect.stringContaining('was until lately')])
    }
    clock.advance(1)
    await sweep(catalog)
    expect(await db.reservedName.count()).toBe(0)
    await joinAs(api, 'Ann')
    expect(await db.user.count()).toBe(1)
  })
})

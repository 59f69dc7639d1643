import { describe, expect } from 'vitest'
import type { Database } from '../../../src/db/client.ts'
import { authenticator } from '../../support/accounts/authenticator.ts'
import { HOST, joinAs, ORIGIN, uploadBy } from '../../support/accounts/people.ts'
import { changeMeanwhile } from '../../support/database/meanwhile.ts'
import { it } from '../../support/it.ts'
import { plainBrowser } from '../../support/requests/browser-forms.ts'

const PROGRAM = { client_id: 'mo2-plugin' }

const users = 'SELECT FROM users FOR UPDATE'

type Holder = { query(sql: string): Promise<unknown> }

const endSessions = (holder: Holder) => holder.query('DELETE FROM sessions')

describe('a change of an account whose session ends while the request waits', () => {
  it.for([
    ['a new token', users, '/account/tokens', { label: 'kept', 'abilities[]': 'update', lifetime: 'forever' }],
    ['new recovery codes', users, '/account/codes', {}],
    ['a new name of a passkey', 'SELECT FROM passkeys FOR UPDATE', '/account/passkeys/rename', { name: 'taken over' }],
    ['the removal of a passkey', users, '/account/passkeys/remove', {}],
    ['the answer to a program', 'SELECT FROM device_codes FOR UPDATE', '/device/answer', { answer: 'allow' }],
    ['the deletion of the account', users, '/account/delete', { confirmation: 'Ann', fate: 'delete' }],
  ] as const)('is refused with 401 and stores nothing: %s', async ([, lock, path, fields], { api, db, url }) => {
    const { browser } = await joinAs(api, 'Ann')
    const { body: codes } = await api.post('/oauth/device_authorization').type('form').send(PROGRAM)
    await db.passkey.createMany({ data: [await anotherPasskey(db)] })
    const { id } = await db.passkey.findFirstOrThrow()
    const stored = async () => [
      await db.user.findMany(),
      await db.apiToken.findMany(),
      await db.passkey.findMany({ orderBy: { id: 'asc' } }),
      await db.recoveryCode.findMany({ orderBy: { id: 'asc' } }),
      await db.deviceCode.findMany(),
    ]
    const before = await stored()
    const form = { id: String(id), user_code: codes.user_code as string, ...fields }
    const answer = await changeMeanwhile(url, { lock, change: endSessions }, () => browser.submit(path, form))
    expect(answer.status).toBe(401)
    expect(await stored()).toEqual(before)
  })

  it('adds no passkey', async ({ api, db, url }) => {
    const { browser } = await joinAs(api, 'Ann')
    const { body } = await browser.submit('/account/passkeys/options')
    const form = { response: authenticator(HOST).create(body, ORIGIN) }
    const add = () => browser.submit('/account/passkeys', form)
    expect((await changeMeanwhile(url, { lock: users, change: endSessions }, add)).status).toBe(401)
    expect(await db.passkey.count()).toBe(1)
  })
})

describe('an upload of a signed-in user that is still being stored', () => {
  it.for([
    ['the session ends', 'SELECT FROM sessions FOR UPDATE', 'DELETE FROM sessions'],
    ['the account is deleted', users, 'DELETE FROM users'],
    ['the user is suspended', 'LOCK suspensions', `INSERT INTO suspensions SELECT id, 'Spam', NULL, now() FROM users`],
  ] as const)('stores nothing if %s', async ([, lock, sql], { api, db, url }) => {
    const { browser } = await joinAs(api, 'Ann')
    const change = (holder: Holder) => holder.query(sql)
    const answer = await changeMeanwhile(url, { lock, change }, () => uploadBy(api, browser))
    expect(answer.status).toBe(422)
    expect(await db.list.count()).toBe(0)
  })
})

describe('a program that was allowed and has not fetched its token', () => {
  it.for(['/account/sessions/end', '/account/sessions/end-others'])(
    'gets none after the user has ended the session that may have allowed it: %s',
    async (path, { api, db }) => {
      const { browser, codes } = await joinAs(api, 'Ann')
      const thief = plainBrowser(api)
      await thief.submit('/sign-in/recover', { code: codes[0] ?? '' })
      const { body } = await api.post('/oauth/device_authorization').type('form').send(PROGRAM)
      await thief.submit('/device/answer', { user_code: body.user_code, answer: 'allow' })
      const { id } = await db.session.findFirstOrThrow({ orderBy: { id: 'desc' } })
      await browser.submit(path, { id: String(id) })
      const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: body.device_code }
      const poll = await api
        .post('/oauth/token')
        .type('form')
        .send({ ...PROGRAM, ...grant })
      expect([poll.status, poll.body.error]).toEqual([400, 'invalid_grant'])
      expect(await db.apiToken.count()).toBe(0)
    },
  )
})

/** Returns a second passkey of the only user, so that one of the two can be removed. */
async function anotherPasskey(db: Database) {
  const { id: _, ...passkey } = await db.passkey.findFirstOrThrow()
  return { ...passkey, credentialId: new Uint8Array([1, 2, 3]) }
}

import { expect } from 'vitest'
import { removePasskey } from '../../src/accounts/ways-in/service.ts'
import { joinAs } from '../support/accounts/people.ts'
import { it } from '../support/it.ts'
import { plainBrowser } from '../support/requests/browser-forms.ts'

it('removing the last passkey also deletes the recovery codes, which the page then no longer shows', async ({
  api,
  catalog,
  clock,
  db,
}) => {
  const { codes } = await joinAs(api, 'Ann')
  const { id: sessionId, userId } = await db.session.findFirstOrThrow()
  const issuer = 'https://provider.example.com'
  await db.identity.create({ data: { userId, issuer, subject: 'a', createdAt: clock.now, lastUsedAt: clock.now } })
  const provider = { name: 'one', label: 'One', issuer, clientId: 'a', clientSecret: 'b' }
  const accounts = { passkeys: true, providers: [provider], isOpen: true, sessionDays: 30 }
  const { id } = await db.passkey.findFirstOrThrow()
  await removePasskey({ ...catalog, accounts }, { userId, sessionId }, id)

  expect(await db.recoveryCode.count()).toBe(0)
  expect((await plainBrowser(api).submit('/sign-in/recover', { code: codes[0] ?? '' })).status).toBe(422)
  expect(await db.session.count()).toBe(1)
})

import pg from 'pg'
import type supertest from 'supertest'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { authenticator } from '../support/accounts/authenticator.ts'
import { HOST, joinAs, ORIGIN } from '../support/accounts/people.ts'
import { it } from '../support/it.ts'
import { plainBrowser } from '../support/requests/browser-forms.ts'
import { fillList } from '../support/requests/forms.ts'

/** Returns the texts of the SQL statements that run until `work` ends, and its result. */
async function statementsOf<T>(work: () => PromiseLike<T>): Promise<{ statements: string[]; result: T }> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => void spy.mockRestore())
  const result = await work()
  const statements = spy.mock.calls.map(([query]) => {
    const { text } = typeof query === 'string' ? { text: query } : (query as unknown as { text: string })
    return text.replaceAll(/\s+/g, ' ')
  })
  spy.mockRestore()
  return { statements, result }
}

const answerOf = ({ status, text, headers }: supertest.Response) => ({
  status,
  text,
  headers: Object.keys(headers).sort(),
})

/** Expects that two requests, which `send` sends for each input, get the same answer after the same statements. */
async function expectEqual<Input>(
  send: (input: Input) => PromiseLike<supertest.Response>,
  known: Input,
  unknown: Input,
) {
  await send(unknown) // loads what is loaded once
  const [one, other] = [await statementsOf(() => send(known)), await statementsOf(() => send(unknown))]
  expect(one.statements).toEqual(other.statements)
  expect(one.statements.length).toBeGreaterThan(0)
  expect(answerOf(one.result)).toEqual(answerOf(other.result))
}

describe('the work and the answer are the same', () => {
  it('for a known passkey with a wrong signature as for an unknown passkey', async ({ api }) => {
    const { device } = await joinAs(api, 'Ann')
    const stranger = authenticator(HOST)
    stranger.create({ challenge: '', user: { id: device.handle } }, ORIGIN)
    const send = async ({ get }: typeof device) => {
      const browser = plainBrowser(api)
      await browser.submit('/sign-in/passkey/options')
      return browser.submit('/sign-in/passkey', { response: get({ challenge: 'AAAA' }, ORIGIN) })
    }
    await expectEqual(send, device, stranger)
  })

  it('for a used recovery code as for one that never existed', async ({ api }) => {
    const { codes } = await joinAs(api, 'Ann')
    const use = (code: string) => plainBrowser(api).submit('/sign-in/recover', { code })
    await use(codes[0] ?? '')
    await expectEqual(use, codes[0] ?? '', '00000-00000-00000-00000')
  })

  it('for an answered user code as for one that never existed', async ({ api, clock }) => {
    clock.advance(10_800_000) // attempts of other tests on this server count too
    const { browser } = await joinAs(api, 'Ann')
    const { body } = await api.post('/oauth/device_authorization').type('form').send({ client_id: 'mo2-plugin' })
    await browser.submit('/device/answer', { user_code: body.user_code, answer: 'deny' })
    const enter = async (code: string) => {
      const answer = await browser.submit('/device', { user_code: code })
      answer.text = answer.text.replaceAll(code, 'CODE')
      return answer
    }
    await expectEqual(enter, body.user_code, 'BBBB-BBBB')
  })

  it("for another program's device code as for one that never existed", async ({ api }) => {
    const { body } = await api.post('/oauth/device_authorization').type('form').send({ client_id: 'mo2-plugin' })
    const poll = (code: string) =>
      api
        .post('/oauth/token')
        .type('form')
        .send({ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: 'other', device_code: code })
    await expectEqual(poll, body.device_code, 'never')
  })

  it('for a revoked token as for one that never existed', async ({ api, db, signIn }) => {
    const token = await signIn('Ann')
    await db.apiToken.updateMany({ data: { revokedAt: new Date() } })
    const read = (text: string) => api.get('/v1/user').set('Authorization', `Bearer ${text}`)
    await expectEqual(read, token, 'mlc_never')
    const revoke = (text: string) => api.post('/oauth/revoke').type('form').send({ token: text })
    await expectEqual(revoke, token, 'mlc_never')
  })

  it('for a user without public lists as for a name that nobody has', async ({ api, signIn }) => {
    const token = await signIn('Aaaaaa')
    await fillList(api.post('/v1/lists').set('Authorization', token), { private: '1' }).expect(201)
    for (const path of ['/v1/lists?filter[author]=NAME', '/authors/NAME', '/lists?author=NAME']) {
      const open = async (name: string) => {
        const answer = await api
          .get(path.replace('NAME', name))
          .set('Accept', path.startsWith('/v1') ? '*/*' : 'text/html')
        answer.text = answer.text.replaceAll(name, 'NAME')
        return answer
      }
      const [known, unknown] = [await open('Aaaaaa'), await open('Bbbbbb')]
      expect([path, answerOf(known)]).toEqual([path, answerOf(unknown)])
    }
  })
})

import { describe, expect } from 'vitest'
import { issueToken } from '../../src/accounts/tokens/service.ts'
import { ABILITIES } from '../../src/actor.ts'
import { changeModerator } from '../../src/moderation/operator-service.ts'
import { storedRows } from '../support/database/stored.ts'
import { it, type TestFixtures } from '../support/it.ts'
import { newModerator, publish } from '../support/moderation.ts'
import { bearer } from '../support/requests/authorization.ts'

const CASES = '/v1/moderation/cases'

const reported = async (api: TestFixtures['api'], name = 'My List', slug = 'my-list') => {
  await publish(api, { name })
  await api.post(`/v1/lists/${slug}/reports`).send({ reason: 'other', text: 'Bad', contact: 'me' }).expect(202)
}

describe('/v1/moderation/cases', () => {
  it('shows open cases, oldest first, with reports and first lines of files', async ({ api, catalog, clock }) => {
    const mo = await newModerator(catalog)
    await reported(api)
    clock.advance(1_000)
    await reported(api, 'Second', 'second')
    const { body, headers } = await api.get(CASES).set(mo).expect(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(body.data).toMatchObject([
      { slug: 'my-list', author: null, reasons: { other: 1 }, more: 0, hidden: false },
      { slug: 'second' },
    ])
    expect(body.meta).toMatchObject({ total: 2, current_page: 1 })
    const paged = await api.get(`${CASES}?page[size]=1&page[number]=2`).set(mo).expect(200)
    expect(paged.body.data).toMatchObject([{ slug: 'second' }])

    const { body: detail } = await api.get(`${CASES}/my-list`).set(mo).expect(200)
    expect(detail.data).toMatchObject({
      ...{ slug: 'my-list', name: 'My List', hidden: null, last_action: null, actions: [] },
      reports: [{ reason: 'other', text: 'Bad', contact: 'me' }],
      files: [{ name: 'modlist.txt', lines: ['+Unofficial Patch', '+Sky UI', '-Optional_separator'], other_lists: 1 }],
    })
  })

  it('acts on a list, shows a hidden one only to moderators, and logs it', async ({ api, catalog }) => {
    const mo = await newModerator(catalog)
    await reported(api)
    const order = { action: 'hide', reason: 'An address', block_files: true, last_action: null }
    const { body } = await api.post(`${CASES}/my-list`).set(mo).send(order).expect(200)
    const entry = { action: 'hide', moderator: 'Mo', slug: 'my-list', name: 'My List', reports: 1, blocked_files: 1 }
    expect(body.data).toMatchObject(entry)
    await api.get('/v1/lists/my-list').expect(404)
    const { body: shown } = await api.get(`${CASES}/my-list`).set(mo).expect(200)
    expect(shown.data).toMatchObject({ hidden: '2026-11-20T08:30:00.123000Z', files: [{ blocked: true }], reports: [] })
    expect((await api.get(CASES).set(mo).expect(200)).body.data).toEqual([])

    await api.post(`${CASES}/my-list`).set(mo).type('form').send({ action: 'show', reason: 'Fine' }).expect(200)
    await api.get('/v1/lists/my-list').expect(200)
    const { body: log } = await api.get('/v1/moderation/log').set(mo).expect(200)
    expect(log.data.map(({ action }: { action: string }) => action)).toEqual(['show', 'hide', 'make moderator'])
    expect(log.data[1]).toMatchObject(entry)
  })

  it('accepts only tokens of moderators with the ability moderate', async ({ api, catalog, db }) => {
    const mo = await newModerator(catalog)
    const others = { user: 'Mo', abilities: ABILITIES, label: null, lifetime: null }
    const withoutAbility = bearer(await issueToken(catalog, others))
    await reported(api)
    await changeModerator(catalog, 'Mo', false)
    const before = await storedRows(db)
    const order = { action: 'delete', reason: 'Spam' }
    const requests = [
      () => api.get(CASES),
      () => api.get(`${CASES}/my-list`),
      () => api.get('/v1/moderation/log'),
      () => api.post(`${CASES}/my-list`).send(order),
      () => api.post(`${CASES}/nothing`).send(order),
    ]
    for (const request of requests) {
      await request().expect(401)
      await request().set(bearer('mlc_wrong')).expect(401)
      await request().set(withoutAbility).expect(403)
      const { body } = await request().set(mo).expect(403)
      expect(body.message).toBe('Forbidden: you are not a moderator.')
    }
    expect(await storedRows(db)).toEqual(before)
  })

  it.for([
    [{ action: 'hide' }, 422, 'The reason field is required.'],
    [{ action: 'hide', reason: '  ' }, 422, 'The reason field is required.'],
    [{ action: 'burn', reason: 'x' }, 422, 'The action field must be one of dismiss, hide, show, delete.'],
    [{ action: 'hide', reason: 'x'.repeat(2_001) }, 422, 'The reason field must not be greater than 2,000 characters.'],
    [{ action: 'dismiss', reason: 'x', block_files: true }, 422, 'Files are blocked only with hide or delete.'],
    [{ action: 'hide', reason: 'x', suspend_author: '1' }, 422, 'The list has no author who could be suspended.'],
    [{ action: 'hide', reason: 'x', block_files: 'perhaps' }, 422, 'The block_files field must be true or false.'],
    [{ action: 'show', reason: 'x' }, 409, 'This list is not hidden.'],
    [{ action: 'hide', reason: 'x', last_action: 77 }, 409, 'This case has changed. Reload it and try again.'],
  ] as const)('refuses %j with %i, and changes nothing', async ([order, status, message], { api, catalog, db }) => {
    const mo = await newModerator(catalog)
    await reported(api)
    const before = await storedRows(db)
    const { body } = await api.post(`${CASES}/my-list`).set(mo).send(order).expect(status)
    expect(body.message).toBe(message)
    expect(await storedRows(db)).toEqual(before)
  })
})

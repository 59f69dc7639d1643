import { describe, expect } from 'vitest'
import { moderate } from '../../src/moderation/actions/service.ts'
import { MAX_OPEN } from '../../src/moderation/reports/service.ts'
import { sweep } from '../../src/startup/sweep.ts'
import { printedBy, run } from '../support/commands/run.ts'
import { it, type TestFixtures } from '../support/it.ts'
import { hide, publish } from '../support/moderation.ts'
import { openPage } from '../support/website/pages.ts'

const DAY = 24 * 3_600_000
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const report = (api: TestFixtures['api'], body: object = { reason: 'spam' }, slug = 'my-list') =>
  api.post(`/v1/lists/${slug}/reports`).send(body)

describe('POST /v1/lists/{slug}/reports', () => {
  it('accepts a report from anyone, in any type of form, and stores no address', async ({ api, db }) => {
    await publish(api)
    const { body } = await report(api, { reason: 'other', text: ' It lies. ', contact: 'me@example.com' }).expect(202)
    expect(body).toEqual({ data: { id: expect.stringMatching(UUID) } })
    const stored = await db.report.findMany()
    expect(stored).toMatchObject([{ id: body.data.id, reason: 'other', text: 'It lies.', contact: 'me@example.com' }])
    expect(Buffer.from(stored[0]?.sender ?? []).toString('latin1')).not.toContain('127.0.0.1')

    await db.report.deleteMany()
    const sendFields = () => api.post('/v1/lists/my-list/reports').field('reason', 'spam').field('text', '')
    await sendFields().expect(202)
    expect(await db.report.findMany()).toMatchObject([{ reason: 'spam', text: null, contact: null }])
  })

  it('is 404 for a list that does not exist, regardless of the body, and stores nothing', async ({ api, db }) => {
    for (const slug of ['nothing', 'No%20Slug']) {
      expect((await report(api, {}, slug).expect(404)).body).toEqual({ message: 'List not found.' })
    }
    expect(await db.report.count()).toBe(0)
  })

  it.for([
    [{}, 'reason', 'The reason field is required.'],
    [
      { reason: 'ugly' },
      'reason',
      'The reason field must be one of spam, personal_data, copyright, malware, hate, other.',
    ],
    [{ reason: 'other' }, 'text', 'The text field is required for this reason.'],
    [{ reason: 'copyright', text: '  ' }, 'text', 'The text field is required for this reason.'],
    [{ reason: 'personal_data' }, 'text', 'The text field is required for this reason.'],
    [{ reason: 'spam', text: 'x'.repeat(2_001) }, 'text', 'The text field must not be greater than 2,000 characters.'],
    [
      { reason: 'spam', contact: 'x'.repeat(256) },
      'contact',
      'The contact field must not be greater than 255 characters.',
    ],
  ] as const)('refuses %j, and stores nothing', async ([body, field, message], { api, db }) => {
    await publish(api)
    expect((await report(api, body).expect(422)).body).toEqual({ message, errors: { [field]: [message] } })
    expect(await db.report.count()).toBe(0)
  })

  it('stores one report by an address on a day, and returns its id again', async ({ api, clock, db }) => {
    await publish(api)
    const first = await report(api, { reason: 'spam' }).expect(202)
    const before = await db.report.findMany()
    const second = await report(api, { reason: 'hate', text: 'More' }).expect(202)
    expect(second.body).toEqual(first.body)
    expect(await db.report.findMany()).toEqual(before)

    clock.advance(DAY)
    const later = await report(api).expect(202)
    expect(later.body.data.id).not.toBe(first.body.data.id)
    expect(await db.report.count()).toBe(2)
  })

  it('only counts reports beyond the first fifty, each sender once, and gives them no id', async ({
    api,
    catalog,
    clock,
    db,
  }) => {
    await publish(api)
    const { id: listId } = await db.list.findFirstOrThrow()
    const createdAt = new Date('2026-11-19T00:00:00Z')
    const many = Array.from({ length: MAX_OPEN }, (_, index) => ({
      ...{ id: crypto.randomUUID(), listId, reason: 'spam', createdAt },
      sender: Buffer.from(String(index)),
    }))
    await db.report.createMany({ data: many })
    const counted = { data: { id: null } }
    for (let times = 0; times < 2; times++) expect((await report(api).expect(202)).body).toEqual(counted)
    expect(await db.moreReports.findMany()).toEqual([{ listId, count: 1 }])

    clock.advance(DAY + 1)
    await sweep(catalog)
    expect(await db.countedReporter.count()).toBe(0)
    expect((await report(api).expect(202)).body).toEqual(counted)
    expect(await db.report.count()).toBe(MAX_OPEN)
    expect(await db.moreReports.findMany()).toEqual([{ listId, count: 2 }])
    const sent = await api.post('/lists/my-list/report').type('form').send({ reason: 'spam' }).expect(303)
    expect(sent.headers.location).toBe('/reports/counted')
    const { words } = await openPage(api, '/reports/counted')
    expect(words).toContain('Your report was counted')
    await moderate(catalog, null, 'my-list', { action: 'dismiss', reason: 'It is fine.' })
    expect([await db.moreReports.count(), await db.countedReporter.count()]).toEqual([0, 0])
    expect(await db.moderationAction.findFirst()).toMatchObject({ reports: MAX_OPEN + 2 })
  })
})

describe('GET /v1/reports/{id}', () => {
  it('says what became of the report and when, and nothing else', async ({ api, catalog, clock }) => {
    await publish(api)
    const statusOf = async (id: string) => (await api.get(`/v1/reports/${id}`).expect(200)).body.data
    const file = async () => (await report(api).expect(202)).body.data.id as string
    const first = await file()
    expect(await statusOf(first)).toEqual({ status: 'open', closed: null })
    clock.advance(1_000)
    await moderate(catalog, null, 'my-list', { action: 'dismiss', reason: 'It is fine.' })
    const closed = '2026-11-20T08:30:01.123000Z'
    expect(await statusOf(first)).toEqual({ status: 'dismissed', closed })
    const second = await file()
    await hide(catalog)
    expect(await statusOf(second)).toEqual({ status: 'acted on', closed })
  })

  it.for([crypto.randomUUID(), 'nothing', '1'])('is 404 for %s', async (id, { api }) => {
    expect((await api.get(`/v1/reports/${id}`).expect(404)).body).toEqual({ message: 'Report not found.' })
  })
})

describe('the stored data of reports', () => {
  it('has no hash of an address after a day, and no key to compute one', async ({ api, catalog, clock, db }) => {
    clock.advance(3 * DAY) // a day whose key no server has looked up yet
    await publish(api)
    await report(api).expect(202)
    expect(await db.senderKey.count()).toBe(1)
    clock.advance(DAY - 1)
    await sweep(catalog)
    expect(await db.senderKey.count()).toBe(0)
    expect([await db.listSender.count(), await db.report.count({ where: { sender: { not: null } } })]).toEqual([1, 1])
    clock.advance(2)
    await sweep(catalog)
    expect([await db.listSender.count(), await db.report.count({ where: { sender: { not: null } } })]).toEqual([0, 0])
  })

  it('is deleted 180 days after the report was closed, not before', async ({ api, catalog, clock, db }) => {
    await publish(api)
    await report(api, { reason: 'spam', contact: 'me@example.com' }).expect(202)
    clock.advance(400 * DAY)
    await sweep(catalog)
    expect(await db.report.count()).toBe(1)
    await moderate(catalog, null, 'my-list', { action: 'dismiss', reason: 'Fine' })
    clock.advance(180 * DAY)
    await sweep(catalog)
    expect(await db.report.count()).toBe(1)
    clock.advance(1)
    await sweep(catalog)
    expect(await db.report.count()).toBe(0)
  })
})

describe('the commands for reports', () => {
  it('show open cases, the reports of a list, and dismiss them once', async ({ url, api, db }) => {
    await publish(api)
    await report(api, { reason: 'other', text: 'One\nTwo', contact: 'me@example.com' }).expect(202)
    expect((await printedBy(url, 'report', 'list')).split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['SLUG', 'AUTHOR', 'HIDDEN', 'SINCE', 'REASONS'],
      ['my-list', '-', 'no', '2026-11-20T08:30:00.123Z', 'other 1'],
    ])
    const shown = 'my-list has 1 open report.\n2026-11-20T08:30:00.123Z other\n  One\n  Two\n  Contact: me@example.com'
    expect(await printedBy(url, 'report', 'show', 'my-list')).toBe(shown)

    const dismiss = () => run(url, 'report', 'dismiss', 'my-list', '--reason', 'Fine')
    expect(await dismiss()).toEqual({ status: 0, printed: 'Dismissed the reports of my-list.', complained: '' })
    expect(await printedBy(url, 'report', 'list')).toBe('SLUG  AUTHOR  HIDDEN  SINCE  REASONS')
    expect(await printedBy(url, 'report', 'show', 'my-list')).toBe('my-list has no open reports.')
    expect((await dismiss()).complained).toMatch(/^Nothing was changed: the operator dismissed its reports on /)
    expect(await db.moderationAction.findMany()).toMatchObject([{ action: 'dismiss', reason: 'Fine', reports: 1 }])
  })
})

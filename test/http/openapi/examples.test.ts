import type { Test } from 'supertest'
import supertest from 'supertest'
import { describe, expect, onTestFinished } from 'vitest'
import { issueToken } from '../../../src/accounts/tokens/service.ts'
import type { AppOptions } from '../../../src/app.ts'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { openDatabase } from '../../../src/db/client.ts'
import { changeModerator } from '../../../src/moderation/suspensions/service.ts'
import { buildTestApp } from '../../support/app.ts'
import { it } from '../../support/indexing.ts'
import { options } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'

/** Starts another server with some other options, and returns its client. */
async function serverOf(context: CompareContext, varied: Partial<AppOptions> = {}) {
  const app = await buildTestApp(context, { ...options, ...varied })
  onTestFinished(() => app.close())
  await app.ready()
  return supertest(app.server)
}

const CRASHES = { 'modlist.txt': '+Sky UI\r\n+Campfire\r\n' }
const WORKS = { 'modlist.txt': '+Sky UI\r\n+Campfire\r\n+Frostfall\r\n' }

describe('the examples of the OpenAPI document', () => {
  // To update them after a change of responses: npx vitest run test/http/openapi/examples.test.ts -u
  it('are real responses of the service', async ({ api, catalog, db, signIn, indexMods }) => {
    const answers: Record<string, Record<number, unknown>> = {}
    const note = async (operation: string, status: number, request: Test) => {
      const { text } = await request.expect(status)
      const steady = text
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '8f14e45f-ceea-467f-9575-6f2a1a1bd0c5')
        .replace(/Try again in \d+ seconds/, 'Try again in 1 minute')
      answers[operation] = { ...answers[operation], [status]: JSON.parse(steady) }
    }
    const ann = { Authorization: `Bearer ${await signIn('Ann', { verified: true })}` }
    const bob = { Authorization: `Bearer ${await signIn('Bob')}` }
    const reader = { Authorization: `Bearer ${await signIn('Reader', { abilities: ['read'] })}` }
    const creator = { Authorization: `Bearer ${await signIn('Creator', { abilities: ['create'] })}` }
    const wrong = { Authorization: 'Bearer wrong' }
    const older = { 'If-Match': '"an-older-version"' }
    const fields = { version: '1.2.0', website: 'https://example.com/mods' }

    await note('createList', 201, fillList(api.post('/v1/lists').set(ann), { ...fields, name: 'My List' }))
    await fillList(api.post('/v1/lists'), { name: 'It crashes' }, CRASHES).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'It works' }, WORKS).expect(201)
    await note('createList', 401, fillList(api.post('/v1/lists').set(wrong)))
    await note('createList', 403, fillList(api.post('/v1/lists').set(reader)))
    await note('createList', 422, fillList(api.post('/v1/lists'), { game: undefined }))

    await note('listLists', 200, api.get('/v1/lists?page[size]=2'))
    await note('listLists', 422, api.get('/v1/lists?page[size]=0'))
    await note('showList', 200, api.get('/v1/lists/my-list'))
    await note('showList', 404, api.get('/v1/lists/nothing'))
    await note('showList', 422, api.get('/v1/lists/my-list?include=files'))
    await note('showLoadOrder', 200, api.get('/v1/lists/my-list/load-order'))
    await note('showLoadOrder', 404, api.get('/v1/lists/nothing/load-order'))
    await note('showLoadOrderAsText', 404, api.get('/v1/lists/nothing/load-order.txt'))
    await note('showLoadOrderAsMarkdown', 404, api.get('/v1/lists/nothing/load-order.md'))
    await note('showLoadOrderAsCsv', 404, api.get('/v1/lists/nothing/load-order.csv'))
    await note('showRevisionAsText', 404, api.get('/v1/lists/my-list/revisions/9/load-order.txt'))
    await note('showRevisionAsMarkdown', 404, api.get('/v1/lists/my-list/revisions/9/load-order.md'))
    await note('showRevisionAsCsv', 404, api.get('/v1/lists/my-list/revisions/9/load-order.csv'))
    await note('listFiles', 200, api.get('/v1/lists/my-list/files'))
    await note('listFiles', 404, api.get('/v1/lists/nothing/files'))
    await note('showFile', 200, api.get('/v1/lists/my-list/files/modlist.txt'))
    await note('showFile', 404, api.get('/v1/lists/my-list/files/nothing.txt'))
    await note('downloadFile', 404, api.get('/v1/lists/my-list/files/nothing.txt/raw'))
    await note('downloadFile', 416, api.get('/v1/lists/my-list/files/modlist.txt/raw').set('Range', 'bytes=1000-'))
    await note('downloadFileByName', 404, api.get('/v1/lists/my-list/download/nothing.txt'))
    await note('downloadFileByName', 416, api.get('/v1/lists/my-list/download/modlist.txt').set('Range', 'bytes=1000-'))
    await note('downloadList', 404, api.get('/v1/lists/nothing/download'))

    for (const [operation, send, form] of [
      ['updateListByForm', (slug: string) => api.post(`/v1/lists/${slug}`), { _method: 'PUT' }],
      ['updateList', (slug: string) => api.put(`/v1/lists/${slug}`), {}],
      ['patchList', (slug: string) => api.patch(`/v1/lists/${slug}`), {}],
    ] as const) {
      await note(operation, 401, fillList(send('my-list'), form))
      await note(operation, 403, fillList(send('my-list').set(bob), form))
      await note(operation, 404, fillList(send('nothing').set(ann), form))
      await note(operation, 412, fillList(send('my-list').set(ann).set(older), form))
      await note(operation, 422, fillList(send('my-list').set(ann), { ...form, expires: 'tomorrow' }))
      await note(operation, 200, fillList(send('my-list').set(ann), { ...fields, ...form, name: 'My better list' }))
    }
    await note('listRevisions', 200, api.get('/v1/lists/my-list/revisions'))
    await note('listRevisions', 404, api.get('/v1/lists/nothing/revisions'))
    await note('listRevisions', 422, api.get('/v1/lists/my-list/revisions?page[size]=0'))
    await note('showRevision', 200, api.get('/v1/lists/my-list/revisions/1'))
    await note('showRevision', 422, api.get('/v1/lists/my-list/revisions/1?include=files'))
    await note('showRevision', 404, api.get('/v1/lists/my-list/revisions/9'))
    await note('downloadRevisionFile', 404, api.get('/v1/lists/my-list/revisions/1/files/nothing.txt/raw'))
    const past = '/v1/lists/my-list/revisions/1/files/modlist.txt/raw'
    await note('downloadRevisionFile', 416, api.get(past).set('Range', 'bytes=1000-'))
    await note('downloadRevision', 404, api.get('/v1/lists/my-list/revisions/9/download'))
    await note('deleteRevision', 401, api.delete('/v1/lists/my-list/revisions/1'))
    await note('deleteRevision', 403, api.delete('/v1/lists/my-list/revisions/1').set(bob))
    await note('deleteRevision', 404, api.delete('/v1/lists/my-list/revisions/9').set(ann))
    await note('deleteRevision', 412, api.delete('/v1/lists/my-list/revisions/1').set(ann).set(older))
    await note('deleteRevision', 422, api.delete('/v1/lists/my-list/revisions/2').set(ann))
    await note('deleteList', 401, api.delete('/v1/lists/my-list'))
    await note('deleteList', 403, api.delete('/v1/lists/my-list').set(bob))
    await note('deleteList', 404, api.delete('/v1/lists/nothing').set(ann))
    await note('deleteList', 412, api.delete('/v1/lists/my-list').set(ann).set(older))

    const mine = () => fillList(api.post('/v1/lists'), { name: 'Mine', expires: 'perm' })
    const { 'owner-key': ownerKey } = (await mine().expect(201)).headers
    const claim = (slug: string) => api.post(`/v1/lists/${slug}/claim`).send({ owner_key: ownerKey })
    await note('claimList', 401, claim('mine'))
    await note('claimList', 403, claim('my-list').set(bob))
    await note('claimList', 404, claim('nothing').set(bob))
    await note('claimList', 422, claim('it-works').set(bob))
    await note('claimList', 200, claim('mine').set(bob))
    await db.list.delete({ where: { slug: 'mine' } })

    const report = (body: object, slug = 'it-works') => api.post(`/v1/lists/${slug}/reports`).send(body)
    await note('reportList', 404, report({ reason: 'spam' }, 'nothing'))
    await note('reportList', 422, report({ reason: 'other' }))
    await note('reportList', 202, report({ reason: 'spam' }))
    const { id } = await db.report.findFirstOrThrow()
    await note('showReport', 200, api.get(`/v1/reports/${id}`))
    await note('showReport', 404, api.get('/v1/reports/nothing'))
    await db.report.deleteMany()

    await note('listCases', 401, api.get('/v1/moderation/cases'))
    await note('listCases', 403, api.get('/v1/moderation/cases').set(ann))
    await changeModerator({ ...catalog, deadline: undefined }, 'Ann', true)
    const abilities = ['moderate'] as const
    const token = await issueToken(catalog, { user: 'Ann', abilities, label: null, lifetime: null })
    const moderator = { Authorization: `Bearer ${token}` }
    await report({ reason: 'other', text: 'It has an address.' }).expect(202)
    await note('listCases', 200, api.get('/v1/moderation/cases').set(moderator))
    await note('listCases', 422, api.get('/v1/moderation/cases?page[size]=0').set(moderator))
    const decide = (body: object, slug = 'it-works') => api.post(`/v1/moderation/cases/${slug}`).send(body)
    const order = { action: 'hide', reason: 'It has an address.' }
    await note('showCase', 401, api.get('/v1/moderation/cases/it-works'))
    await note('showCase', 403, api.get('/v1/moderation/cases/it-works').set(bob))
    await note('showCase', 404, api.get('/v1/moderation/cases/nothing').set(moderator))
    await note('showCase', 200, api.get('/v1/moderation/cases/it-works').set(moderator))
    await note('decideCase', 401, decide(order))
    await note('decideCase', 403, decide(order).set(bob))
    await note('decideCase', 404, decide(order, 'nothing').set(moderator))
    await note('decideCase', 422, decide({ action: 'hide' }).set(moderator))
    await note('decideCase', 200, decide(order).set(moderator))
    await note('decideCase', 409, decide(order).set(moderator))
    await note('listLog', 401, api.get('/v1/moderation/log'))
    await note('listLog', 403, api.get('/v1/moderation/log').set(bob))
    await note('listLog', 200, api.get('/v1/moderation/log').set(moderator))
    await note('listLog', 422, api.get('/v1/moderation/log?page[size]=0').set(moderator))
    await decide({ action: 'show', reason: 'It was removed.' }).set(moderator).expect(200)

    await note('listGames', 200, api.get('/v1/games'))
    await note('showGame', 200, api.get('/v1/games/TESV%20Skyrim%20SE'))
    const plugins = { 'modlist.txt': '+Sky UI\r\n', 'plugins.txt': '*SkyUI_SE.esp\r\n*Patch.esp\r\n' }
    await fillList(api.post('/v1/lists'), { name: 'With plugins' }, plugins).expect(201)
    await indexMods()
    await note('listMods', 200, api.get('/v1/games/4/mods?page[size]=2'))
    await note('listMods', 404, api.get('/v1/games/Chess/mods'))
    await note('listMods', 422, api.get('/v1/games/4/mods?sort=age'))
    await note('showMod', 200, api.get('/v1/games/4/mods/sky%20ui'))
    await note('showMod', 404, api.get('/v1/games/4/mods/nothing'))
    await note('showPlugin', 200, api.get('/v1/games/4/plugins/skyui_se.esp'))
    await note('showPlugin', 404, api.get('/v1/games/4/plugins/nothing.esp'))
    await note('showGame', 422, api.get('/v1/games/4?include=files'))
    await note('showGame', 404, api.get('/v1/games/Chess'))
    await note('showStatistics', 200, api.get('/v1/stats'))
    await note('compareLists', 200, api.get('/v1/compare/it-crashes/it-works'))
    await note('compareLists', 422, api.get('/v1/compare/it-crashes/it-works?include=files'))
    await note('compareLists', 404, api.get('/v1/compare/it-crashes/nothing'))
    await note('showPatch', 404, api.get('/v1/compare/it-crashes/nothing.patch'))
    await note('showChanges', 200, api.get('/v1/compare/it-crashes/it-works/changes'))
    await note('showChanges', 422, api.get('/v1/compare/it-crashes/it-works/changes?include=files'))
    await note('showChanges', 404, api.get('/v1/compare/it-crashes/nothing/changes'))
    await note('showChangesAsText', 404, api.get('/v1/compare/it-crashes/nothing/changes.md'))
    for (const [operation, path] of [
      ['mergeLists', 'merge'],
      ['downloadMerge', 'merge.zip'],
    ] as const) {
      const merge = (lists = 'it-crashes/it-works') => api.post(`/v1/compare/${lists}/${path}`)
      const take = { mods: { added: true } }
      if (path === 'merge') await note(operation, 200, merge().send({ take }))
      await note(operation, 401, merge().set(wrong).send({ take }))
      await note(operation, 404, merge('it-crashes/nothing').send({ take }))
      await note(operation, 413, merge().send({ take: { mods: { added: [' '.repeat(2 ** 18)] } } }))
      await note(operation, 422, merge().send({ take: { mods: { moved: ['Nobody'] } } }))
    }
    await note('compare', 200, api.get('/v1/compare?list1=it-crashes&list2=it-works'))
    await note('compare', 404, api.get('/v1/compare?list1=it-crashes&list2=nothing'))
    await note('compare', 422, api.get('/v1/compare?list1=it-crashes'))
    await note('showUser', 200, api.get('/v1/user').set(ann))
    await note('showUser', 401, api.get('/v1/user'))
    await note('listOwnLists', 200, api.get('/v1/user/lists').set(ann))
    await note('listOwnLists', 401, api.get('/v1/user/lists'))
    await note('listOwnLists', 403, api.get('/v1/user/lists').set(creator))
    await note('listOwnLists', 422, api.get('/v1/user/lists?sort=name').set(ann))

    await fillList(api.put('/v1/lists/my-list').set(ann), { ...fields, version: '1.3.0' }, WORKS).expect(200)
    await note('showChangelog', 200, api.get('/v1/lists/my-list/changelog'))
    await note('showChangelog', 404, api.get('/v1/lists/nothing/changelog'))
    await note('showChangelog', 422, api.get('/v1/lists/my-list/changelog?page[number]=0'))
    await note('showChangelogAsText', 404, api.get('/v1/lists/nothing/changelog.md'))
    await note('showChangelogAsFeed', 404, api.get('/v1/lists/nothing/changelog.atom'))

    await note('showService', 200, api.get('/'))
    await note('checkHealth', 200, api.get('/healthz'))
    await note('checkReadiness', 200, api.get('/readyz'))
    await note('showReferenceAsset', 404, api.get('/docs/nothing.js'))

    // Refusals that are the same on all routes.
    const small = await serverOf(catalog, { upload: { ...options.upload, maxBodyBytes: 100 } })
    const strict = await serverOf(catalog, { rateLimits: { read: 1, write: 1 } })
    const away = await serverOf({ ...catalog, db: openDatabase('postgresql://127.0.0.1:1/away') })
    const stopped = () => {
      throw new Error('The clock stands still.')
    }
    const broken = { ...catalog, clock: stopped }
    await note('any', 400, api.get('/v1/lists/%zz'))
    await note('any', 401, api.delete('/v1/lists/it-works').set(wrong))
    await note('any', 413, fillList(small.post('/v1/lists')))
    await note('any', 415, api.post('/v1/lists').set('Content-Type', 'text/xml').send('<list/>'))
    await strict.get('/v1/games').expect(200)
    await note('any', 429, strict.get('/v1/games'))
    await note('any', 500, (await serverOf(broken)).get('/v1/games'))
    await note('any', 503, away.get('/v1/games'))

    const text = `${JSON.stringify(answers, null, 2)}\n`
    await expect(text).toMatchFileSnapshot('../../../src/http/openapi/examples.json')
  })
})

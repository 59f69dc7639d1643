import { isDeepStrictEqual } from 'node:util'
import supertest, { type Response, type Test } from 'supertest'
import { expect, onTestFinished } from 'vitest'
import { issueToken } from '../../../src/accounts/tokens/service.ts'
import type { Ability } from '../../../src/actor.ts'
import { type AppOptions, buildApp } from '../../../src/app.ts'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { TOO_SLOW } from '../../../src/compare/tasks.ts'
import { openDatabase } from '../../../src/db/client.ts'
import { blockFile, changeModerator } from '../../../src/moderation/operator-service.ts'
import { it } from '../../support/indexing.ts'
import { options } from '../../support/it.ts'
import { TRAINWRECK } from '../../support/profiles/logs.ts'
import { fillList, MODLIST } from '../../support/requests/forms.ts'
import { answerChecker, operationsOf } from '../../support/requests/openapi/conformance.ts'

/** Starts another server with some other options, and returns its client. */
async function serverOf(context: CompareContext, varied: Partial<AppOptions> = {}) {
  const app = await buildApp(context, { ...options, ...varied })
  onTestFinished(() => app.close())
  await app.ready()
  return supertest(app.server)
}

const CRASHES = { 'modlist.txt': '+Sky UI\r\n+Campfire\r\n' }
const WORKS = { 'modlist.txt': '+Sky UI\r\n+Campfire\r\n+Frostfall\r\n' }

/** Valid bodies of all operations that check the body before they look for the list. */
const VALID = { take: { mods: { added: true } }, action: 'hide', reason: 'spam' }

/** Values of the parameters of paths. */
const VALUES: Record<string, string> = {
  ...{ slug: 'my-list', slug1: 'it-crashes', slug2: 'it-works', revision: '2' },
  ...{ name: 'modlist.txt', asset: 'swagger-ui.css' },
}

/** Longer arrays are cut in examples. The pager of two pages has this many entries. */
const MAX_ITEMS = 4

/** Returns a response as an example: with short arrays, and without what differs in each run. */
const exampleOf = (text: string): unknown =>
  JSON.parse(
    text
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '8f14e45f-ceea-467f-9575-6f2a1a1bd0c5')
      .replace(/in \d+ seconds/, 'in 60 seconds'),
    (_, value) => (Array.isArray(value) ? value.slice(0, MAX_ITEMS) : value),
  )

// To update them after a change of responses: npx vitest run test/http/openapi/examples.test.ts -u
it('the examples of the OpenAPI document are real responses of their operation, errors included', async ({
  api,
  app,
  catalog,
  db,
  signIn,
  indexMods,
}) => {
  // test/compare/too-slow.test.ts checks that this is the response to files that take too long.
  const answers: Record<string, Record<number, unknown>> = {
    any: { 422: { message: TOO_SLOW, errors: { files: [TOO_SLOW] } } },
  }
  const check = answerChecker(app)
  const checked = new Set<string>()
  const expectDescribed = (operation: string, answer: Response) => {
    expect([operation, check(operation, answer)]).toEqual([operation, undefined])
    checked.add(`${operation} ${answer.status}`)
  }
  const note = async (operation: string, status: number, request: Test) => {
    const answer = await request.expect(status)
    const { text } = answer
    if (operation !== 'any') expectDescribed(operation, answer)
    const example = exampleOf(text)
    if (operation !== 'any' && isDeepStrictEqual(example, answers.any?.[status])) return
    answers[operation] = { ...answers[operation], [status]: example }
  }
  /** Notes an error of all operations that have no example of their own. */
  const refuse = (status: number, request: Test) => note('any', status, request)
  const ann = { Authorization: `Bearer ${await signIn('Ann', { verified: true })}` }
  const bob = { Authorization: `Bearer ${await signIn('Bob')}` }
  const fields = { version: '1.2.0', website: 'https://example.com/mods' }

  await note('createList', 201, fillList(api.post('/v1/lists').set(ann), { ...fields, name: 'My List' }))
  await fillList(api.post('/v1/lists'), { name: 'It crashes' }, CRASHES).expect(201)
  await fillList(api.post('/v1/lists'), { name: 'It works' }, WORKS).expect(201)
  for (const [operation, path] of [
    ['listLists', '/v1/lists?page[size]=2'],
    ['showList', '/v1/lists/my-list'],
    ['showLoadOrder', '/v1/lists/my-list/load-order'],
    ['listFiles', '/v1/lists/my-list/files'],
    ['showFile', '/v1/lists/my-list/files/modlist.txt'],
  ] as const) {
    await note(operation, 200, api.get(path))
  }
  await note('updateList', 200, fillList(api.put('/v1/lists/my-list').set(ann), { ...fields, name: 'My better list' }))
  await note('listRevisions', 200, api.get('/v1/lists/my-list/revisions'))
  await note('showRevision', 200, api.get('/v1/lists/my-list/revisions/1'))

  const mine = await fillList(api.post('/v1/lists'), { name: 'Mine', expires: 'perm' }).expect(201)
  const claim = api.post('/v1/lists/mine/claim').send({ owner_key: mine.headers['owner-key'] })
  await note('claimList', 200, claim.set(bob))
  await db.list.delete({ where: { slug: 'mine' } })

  const report = (body: object) => api.post('/v1/lists/it-works/reports').send(body)
  await note('reportList', 202, report({ reason: 'spam' }))
  const { id } = await db.report.findFirstOrThrow()
  await note('showReport', 200, api.get(`/v1/reports/${id}`))
  await db.report.deleteMany()

  await changeModerator({ ...catalog }, 'Ann', true)
  const tokenOf = async (abilities: readonly Ability[]) => ({
    Authorization: `Bearer ${await issueToken(catalog, { user: 'Ann', abilities, label: null, lifetime: null })}`,
  })
  const [moderator, powerless] = [await tokenOf(['moderate']), await tokenOf([])]
  await report({ reason: 'other', text: 'It has an address.' }).expect(202)
  await note('listCases', 200, api.get('/v1/moderation/cases').set(moderator))
  await note('showCase', 200, api.get('/v1/moderation/cases/it-works').set(moderator))
  const decide = (action: string, reason: string) =>
    api.post('/v1/moderation/cases/it-works').set(moderator).send({ action, reason })
  await note('decideCase', 200, decide('hide', 'It has an address.'))
  await refuse(409, decide('hide', 'It has an address.'))
  await note('listLog', 200, api.get('/v1/moderation/log').set(moderator))
  await decide('show', 'It was removed.').expect(200)

  await note('listGames', 200, api.get('/v1/games'))
  await note('showGame', 200, api.get('/v1/games/TESV%20Skyrim%20SE'))
  const plugins = { 'modlist.txt': '+Sky UI\r\n', 'plugins.txt': '*SkyUI_SE.esp\r\n*Patch.esp\r\n' }
  await fillList(api.post('/v1/lists'), { name: 'With plugins' }, plugins).expect(201)
  await indexMods()
  for (const [operation, path] of [
    ['listMods', '/v1/games/4/mods?page[size]=2'],
    ['showMod', '/v1/games/4/mods/sky%20ui'],
    ['showPlugin', '/v1/games/4/plugins/skyui_se.esp'],
    ['listSimilar', '/v1/lists/it-crashes/similar'],
    ['search', '/v1/search?query=sky'],
    ['showStatistics', '/v1/stats'],
    ['compareLists', '/v1/compare/it-crashes/it-works'],
    ['showChanges', '/v1/compare/it-crashes/it-works/changes'],
  ] as const) {
    await note(operation, 200, api.get(path))
  }
  const take = { mods: { added: true } }
  await note('findCulprit', 200, api.post('/v1/compare/it-crashes/it-works/culprit').send({}))
  await note('mergeLists', 200, api.post('/v1/compare/it-crashes/it-works/merge').send({ take }))
  const log = Buffer.from(TRAINWRECK)
  await note('analyse', 200, api.post('/v1/analyse').attach('files[]', log, 'crash-2024-12-27-18-02-11.log'))
  await note('showUser', 200, api.get('/v1/user').set(ann))
  await note('listOwnLists', 200, api.get('/v1/user/lists').set(ann))

  await fillList(api.put('/v1/lists/my-list').set(ann), { ...fields, version: '1.3.0' }, WORKS).expect(200)
  await note('showChangelog', 200, api.get('/v1/lists/my-list/changelog'))
  await note('showVersions', 200, api.get('/v1/lists/my-list/versions'))
  await note('showService', 200, api.get('/'))
  await note('showVersion', 200, api.get('/version'))
  await note('checkHealth', 200, api.get('/healthz'))
  await note('checkReadiness', 200, api.get('/readyz'))

  const small = await serverOf(catalog, { upload: { ...options.upload, maxBodyBytes: 100 } })
  const strict = await serverOf(catalog, { trustProxy: 1, rateLimits: { read: 1, write: 1 } })
  const away = await serverOf({ ...catalog, db: openDatabase('postgresql://127.0.0.1:1/away') })
  const stopped = () => {
    throw new Error('The clock stands still.')
  }
  const past = { 'If-Match': '"an-older-version"' }
  await refuse(400, api.get('/v1/lists/%zz'))
  await refuse(401, api.delete('/v1/lists/it-works').set({ Authorization: 'Bearer wrong' }))
  await refuse(403, api.put('/v1/lists/my-list').set(powerless))
  await refuse(404, api.get('/v1/lists/nothing'))
  await refuse(412, api.delete('/v1/lists/my-list').set({ ...ann, ...past }))
  await refuse(413, fillList(small.post('/v1/lists')))
  await refuse(415, api.post('/v1/lists').set('Content-Type', 'text/xml').send('<list/>'))
  await refuse(416, api.get('/v1/lists/my-list/files/modlist.txt/raw').set('Range', 'bytes=1000-'))
  await strict.get('/v1/games').expect(200)
  await refuse(429, strict.get('/v1/games'))
  await refuse(500, (await serverOf({ ...catalog, clock: stopped })).get('/v1/games'))
  await refuse(503, away.get('/v1/games'))

  // The errors that differ between operations.
  await note('createList', 422, fillList(api.post('/v1/lists'), { game: undefined }))
  await note('updateList', 422, fillList(api.put('/v1/lists/my-list').set(ann), { game: undefined }))
  const once = () => fillList(api.post('/v1/lists').set('Idempotency-Key', 'once'), { name: 'Once' })
  const { headers } = await once().expect(201)
  await api.delete('/v1/lists/once').set('Authorization', `Bearer ${headers['owner-key']}`).expect(204)
  await note('createList', 410, once())
  await note('deleteRevision', 422, api.delete('/v1/lists/my-list/revisions/3').set(ann))
  await note('restoreRevision', 200, api.post('/v1/lists/my-list/revisions/1/restore').set(ann))
  const file = { name: 'modlist.txt', content: Buffer.from(MODLIST) }
  await blockFile({ ...catalog }, file, 'It has an address.')
  await note('restoreRevision', 422, api.post('/v1/lists/my-list/revisions/1/restore').set(ann))
  await note('findCulprit', 422, api.post('/v1/compare/it-crashes/it-works/culprit').send({ part: 'settings' }))
  for (const { path, method, operation } of operationsOf(app)) {
    const { operationId, parameters = [], responses } = operation
    const isModerated = path.startsWith('/v1/moderation')
    const sender = isModerated ? moderator : ann
    const list = isModerated || operationId === 'claimList' ? 'it-works' : 'my-list'
    const existing = { game: '4', revision: '1', slug: list, slug1: list, slug2: list }
    const wrong = ['page[size]', 'include', 'page[number]', 'short'].find((name) =>
      parameters.some((each) => each.name === name),
    )
    const attempts: [number, Record<string, string>, values: Record<string, string>, search: string, body: object][] = [
      [403, powerless, existing, '', {}],
      [404, sender, { revision: '1' }, '?list1=nothing&list2=nothing', VALID],
      [422, sender, existing, wrong === undefined ? '' : `?${wrong}=0`, { game: 'x' }],
    ]
    for (const [status, headers, values, search, body] of attempts) {
      if (!(status in responses) || answers[operationId]?.[status] !== undefined) continue
      if (status === 422 && method === 'get' && wrong === undefined) continue // only files that are too slow cause it
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'nothing') + search
      const request = api[method as 'post'](url).set(headers)
      await note(operationId, status, method === 'get' ? request : request.send(body))
    }
  }

  // The other responses are texts and files, which have no example: of every GET route, then of those that change lists.
  const described = operationsOf(app).flatMap(({ path, method, operation: { operationId, responses } }) =>
    Object.keys(responses).map((status) => ({ path, method, operation: operationId, status: Number(status) })),
  )
  const remaining = () =>
    described.filter(({ operation, status }) => status < 300 && !checked.has(`${operation} ${status}`))
  for (const { path, operation, status } of remaining().filter(({ method }) => method === 'get')) {
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? 'nothing')
    expectDescribed(operation, await api.get(url).set(status === 206 ? { Range: 'bytes=0-1' } : {}))
  }
  const comparison = '/v1/compare/it-crashes/it-works'
  const form = fillList(api.post('/v1/lists/my-list').set(ann), { ...fields, _method: 'PUT' }, WORKS)
  for (const [operation, request] of [
    ['downloadMerge', api.post(`${comparison}/merge.zip`).send({ take })],
    ['downloadCulprit', api.post(`${comparison}/culprit.zip`).send({})],
    ['updateListByForm', form],
    ['patchList', api.patch('/v1/lists/my-list').set(ann).send({ version: '3' })],
    ['deleteRevision', api.delete('/v1/lists/my-list/revisions/1').set(ann)],
    ['deleteList', api.delete('/v1/lists/my-list').set(ann)],
    ['revokeOwnToken', api.delete('/v1/user/token').set(ann)],
  ] as const) {
    expectDescribed(operation, await request)
  }
  expect(remaining()).toEqual([])

  const text = `${JSON.stringify(answers, null, 2)}\n`
  await expect(text).toMatchFileSnapshot('../../../src/http/openapi/examples.json')
})

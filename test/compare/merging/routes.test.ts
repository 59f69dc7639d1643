import iconv from 'iconv-lite'
import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { asBytes, fillList, makeLists } from '../../support/requests/forms.ts'

const CRASHES = { 'modlist.txt': '+Moved\r\n+SkyUI\r\n-Campfire\r\n+Old\r\n', 'plugins.txt': '*A.esp\r\n*B.esp\r\n' }
const WORKS = {
  'modlist.txt': '+SkyUI\n+Moved\n+Campfire\n+Frostfall\n',
  'plugins.txt': '*B.esp\n*A.esp\n',
  'mods.csv': '#Mod_Name,#Mod_Version,#Mod_Nexus_URL\nFrostfall,1.2,https://example.org/1\n',
}
type Api = ReturnType<typeof supertest>

async function fill(api: Api) {
  await makeLists(api, { 'It crashes': CRASHES, 'It works': WORKS })
}

const MERGE = '/v1/compare/it-crashes/it-works/merge'
const ALL = { added: true, removed: true, enabled: true, disabled: true, moved: true }

describe('POST /v1/compare/{base}/{other}/merge', () => {
  it('returns the files that change, what was taken, and what to install first', async ({ api }) => {
    await fill(api)
    const take = { mods: { ...ALL, removed: false }, plugins: { moved: ['b.esp'] } }
    const { body } = await api.post(MERGE).send({ take }).expect(200)
    const none = { added: 0, removed: 0, enabled: 0, disabled: 0, moved: 0 }
    expect(body).toEqual({
      data: {
        files: [
          { name: 'modlist.txt', content: ['+SkyUI', '+Moved', '+Campfire', '+Old', '+Frostfall'] },
          { name: 'plugins.txt', content: ['*B.esp', '*A.esp'] },
        ],
        taken: { mods: { ...none, added: 1, enabled: 1, moved: 1 }, plugins: { ...none, moved: 1 } },
        to_install: [{ name: 'Frostfall', version: '1.2', source: 'https://example.org/1' }],
      },
    })
  })

  it.for([
    [{}, 'take'],
    [{ take: [] }, 'take'],
    [{ take: { mods: true } }, 'take.mods'],
    [{ take: { mods: { moved: 'SkyUI' } } }, 'take.mods.moved'],
    [{ take: { plugins: { enabled: [1] } } }, 'take.plugins.enabled'],
    [{ take: { mods: { addedd: true } } }, 'take.mods.addedd'],
    [{ take: { plugins: { updated: [] } } }, 'take.plugins.updated'],
    [{ take: { settings: { added: true } } }, 'take.settings'],
    [{ take: { mods: { constructor: true } } }, 'take.mods.constructor'],
    [{ take: { mods: { moved: ['__proto__', 'constructor', 'toString'] } } }, 'take.mods.moved'],
    [{ take: { mods: { added: ['x'.repeat(10_000)] } } }, 'take.mods.added'],
    [{ take: { mods: { added: ['\ud800'] } } }, 'take'],
  ] as const)('refuses %j with 422 on %s, and stores nothing', async ([body, field], { api, db }) => {
    await fill(api)
    const before = await storedRows(db)
    for (const path of [MERGE, `${MERGE}.zip`]) {
      const answer = await api.post(path).send(body).expect(422)
      expect(Object.keys(answer.body.errors)).toEqual([field])
      expect(answer.text.length).toBeLessThan(2_000)
    }
    expect(await storedRows(db)).toEqual(before)
  })

  it('refuses __proto__ in JSON with 400, and the names of the first ten unknown kinds with 422', async ({ api }) => {
    await fill(api)
    const send = (body: string) => api.post(MERGE).type('json').send(body)
    await send('{"take": {"__proto__": {"added": true}}}').expect(400)
    const kinds = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`kind ${at}`, true]))
    const { body } = await send(JSON.stringify({ take: { mods: kinds } })).expect(422)
    expect(Object.keys(body.errors)).toHaveLength(10)
  })

  it('refuses a body that is missing with 422, one that is not a JSON object with 422, and another type with 415', async ({
    api,
    db,
  }) => {
    await fill(api)
    const before = await storedRows(db)
    const bodies = [api.post(MERGE), api.post(`${MERGE}.zip`)]
    for (const request of bodies) {
      const { body } = await request.expect(422)
      expect(Object.keys(body.errors)).toEqual(['take'])
      expect(body.message).toContain('application/json')
    }
    for (const json of ['null', '[]']) {
      const { body } = await api.post(MERGE).type('json').send(json).expect(422)
      expect(Object.keys(body.errors)).toEqual(['body'])
    }
    for (const request of [api.post(MERGE).type('text').send('take'), api.post(MERGE).field('name', 'x')]) {
      expect((await request.expect(415)).body.message).toContain('application/json')
    }
    expect(await storedRows(db)).toEqual(before)
  })

  it('refuses a body over 256 KiB with 413, another type with 415, and lists that do not exist with 404', async ({
    api,
    db,
  }) => {
    await fill(api)
    const before = await storedRows(db)
    const take = { mods: { moved: Array.from({ length: 40_000 }, (_, at) => `Mod ${at}`) } }
    await api.post(MERGE).send({ take }).expect(413)
    await api.post(MERGE).type('text/plain').send('{}').expect(415)
    await api.post('/v1/compare/it-crashes/nothing/merge').send({ take: {} }).expect(404)
    await api.post('/v1/compare/nothing/it-works/merge.zip').send({ take: {} }).expect(404)
    await api.post(MERGE).set('Authorization', 'Bearer wrong').send({ take: {} }).expect(401)
    expect(await storedRows(db)).toEqual(before)
  })

  it('merges revisions, a private one only for its author', async ({ api, signIn }) => {
    const ann = `Bearer ${await signIn('Ann')}`
    await fillList(api.post('/v1/lists').set('Authorization', ann), { name: 'One', private: '1' }, CRASHES).expect(201)
    const { body: page } = await api.get('/v1/user/lists').set('Authorization', ann)
    const { slug } = page.data[0]
    await fillList(api.put(`/v1/lists/${slug}`).set('Authorization', ann), { name: 'One' }, WORKS).expect(200)
    const take = { mods: { enabled: true } }
    await api.post(`/v1/compare/${slug}@1/${slug}/merge`).send({ take }).expect(404)
    const merge = api.post(`/v1/compare/${slug}@1/${slug}@2/merge`).set('Authorization', ann)
    const { body } = await merge.send({ take }).expect(200)
    expect(body.data.taken.mods.enabled).toBe(1)
  })
})

describe('POST /v1/compare/{base}/{other}/merge.zip', () => {
  it('has the changed files in the encoding and with the line ends of the first list', async ({ api }) => {
    const base = iconv.encode('+Été\r\n-Campfire\r\n', 'windows-1252')
    await makeLists(api, { 'It crashes': { 'Modlist.txt': base }, 'It works': WORKS })
    const zip = api.post(`${MERGE}.zip`).send({ take: { mods: { enabled: true } } })
    const answer = await asBytes(zip).expect(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename=it-crashes-merged.zip',
    })
    expect(answer.body.includes(iconv.encode('+Été\r\n+Campfire\r\n', 'windows-1252'))).toBe(true)
    expect(answer.body.includes('Modlist.txt')).toBe(true)
    await api
      .post(`${MERGE}.zip`)
      .send({ take: { mods: { moved: ['Nobody'] } } })
      .expect(422)
  })

  it('has no Content-Disposition on an error, whatever the path says', async ({ api }) => {
    await makeLists(api, { 'It crashes': CRASHES })
    for (const slug of ['it-crashes', 'nothing', 'a%22%3B%20filename%3Dvirus.exe']) {
      const zip = api.post(`/v1/compare/${slug}/nothing/merge.zip`).send({ take: { mods: { enabled: true } } })
      const { headers } = await zip.expect(404).expect('content-type', /^application\/json/)
      expect(headers['content-disposition']).toBeUndefined()
    }
  })
})

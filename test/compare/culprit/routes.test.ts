import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { asBytes, makeLists } from '../../support/requests/forms.ts'

const WORKS = {
  'modlist.txt': '+Gone\r\n+SkyUI\r\n-Campfire\r\n-Off\r\n',
  'plugins.txt': '*A.esp\r\n*Own.esp\r\n',
  'Skyrim.ini': '[A]\na=1\n',
}
const CRASHES = {
  'modlist.txt': '+Frostfall\n-New but off\n+SkyUI\n+Campfire\n',
  'plugins.txt': '*A.esp\n*B.esp\n',
  'Skyrim.ini': '[A]\na=2\n',
}
const PATH = '/v1/compare/it-works/it-crashes/culprit'
type Api = ReturnType<typeof supertest>
type Result = 'works' | 'crashes' | 'untestable'
interface Unit {
  id: string
  kind: string
  name: string
}

const fill = (api: Api) => makeLists(api, { 'It works': WORKS, 'It crashes': CRASHES })

async function ask(api: Api, body: object = {}) {
  const { body: answer } = await api.post(PATH).send(body).expect(200)
  return answer.data
}

describe('POST /v1/compare/{works}/{crashes}/culprit', () => {
  it('asks first for no changes, and names the units in load order and what is not tested', async ({ api }) => {
    await fill(api)
    const data = await ask(api)
    expect(data).toMatchObject({
      slugs: ['it-works@1', 'it-crashes@1'],
      part: 'mods',
      next: { take: [], round: 1, rounds_left: 5 },
      needed: [],
      found: null,
      unproved: [],
      verdict: null,
      contradiction: null,
      doubts: [],
      not_tested: [
        { what: 'settings', count: 1, text: '1 setting differs too and is not tested.' },
        { what: 'plugins', count: 2, text: '2 changes of plugins are in every set and not tested.' },
      ],
    })
    // modlist.txt has the highest priority first. Off is off in both lists, and a new mod that is off can't crash.
    expect(data.units.map(({ kind, name }: Unit) => [kind, name])).toEqual([
      ['enabled', 'Campfire'],
      ['removed', 'Gone'],
      ['added', 'Frostfall'],
    ])
    expect(data.suspects).toEqual(data.units.map(({ id }: Unit) => id))
    expect(data.files).toEqual([
      { name: 'modlist.txt', content: ['+Gone', '+SkyUI', '-Campfire', '-Off'] },
      { name: 'plugins.txt', content: ['*A.esp', '*B.esp', '*Own.esp'] },
    ])
  })

  it('leads to the change that makes the crash, with files that a merge makes', async ({ api, db }) => {
    await fill(api)
    const before = await storedRows(db)
    const answers: { result: Result }[] = []
    let data = await ask(api)
    while (data.next !== null) {
      const modlist: string[] = data.files.find(({ name }: { name: string }) => name === 'modlist.txt').content
      expect(data.next.round).toBe(answers.length + 1)
      answers.push({ result: modlist.includes('+Frostfall') ? 'crashes' : 'works' })
      data = await ask(api, { answers })
    }
    const frostfall = data.units.find(({ name }: Unit) => name === 'Frostfall').id
    expect(data).toMatchObject({
      found: [frostfall],
      unproved: [],
      needed: [],
      suspects: [],
      files: [],
      verdict: { code: 'found', text: 'With it, it crashed 2 times; without it, it worked 3 times.' },
    })
    expect(answers.length).toBeLessThanOrEqual(5)
    expect(await storedRows(db)).toEqual(before)
  })

  it('gives the same state for the same sets in any order, and never takes the ids of `keep` as suspects', async ({
    api,
  }) => {
    await fill(api)
    const { units } = await ask(api)
    const [campfire, gone, frostfall] = units.map(({ id }: Unit) => id)
    const keep = [gone]
    const answers = [
      { take: [gone], result: 'works' },
      { take: [campfire, frostfall, gone], result: 'crashes' },
      { take: [gone, campfire], result: 'works' },
    ]
    const one = await ask(api, { answers, keep })
    expect(one.next).toEqual({ take: [gone, frostfall], round: 4, rounds_left: 1 })
    expect(one.needed).toEqual([frostfall])
    expect(await ask(api, { answers: answers.toReversed(), keep })).toEqual(one)
  })

  it('ends at the baselines, and then goes on with plugins', async ({ api }) => {
    await fill(api)
    const ended = await ask(api, { answers: [{ result: 'crashes' }] })
    expect(ended.verdict.code).toBe('nothing_crashes')
    expect(ended.verdict.text).not.toContain('in every set')
    const kept = ended.units.slice(0, 1).map(({ id }: Unit) => id)
    const again = await ask(api, { keep: kept, answers: [{ result: 'crashes' }] })
    expect(again.verdict.text).toContain('The cause is the change that you keep in every set, or it lies outside')
    const plugins = await ask(api, { part: 'plugins', answers: [{ result: 'works' }, { result: 'crashes' }] })
    expect(plugins.part).toBe('plugins')
    expect(plugins.units.map(({ kind, name }: Unit) => [kind, name])).toEqual([
      ['removed', 'Own.esp'],
      ['added', 'B.esp'],
    ])
    expect(plugins.files).toEqual([
      { name: 'modlist.txt', content: ['+Gone', '+SkyUI', '-Campfire', '-Off'] },
      { name: 'plugins.txt', content: ['*A.esp', 'Own.esp'] },
    ])
    expect(plugins.not_tested.at(-1)).toEqual({
      what: 'mods',
      count: 5,
      text: '5 changes of mods are in no set and not tested.',
    })
  })

  it.for([
    [{ answers: [{ result: 'maybe' }] }, 'answers.0.result'],
    [{ answers: [{ result: 'works', take: ['nothing'] }] }, 'answers.0.take'],
    [{ answers: [{ result: 'works', take: 'x' }] }, 'answers.0.take'],
    [{ answers: ['c'] }, 'answers.0'],
    [{ answers: 'wc' }, 'answers'],
    [{ answers: [{ result: 'crashes' }, { result: 'works' }] }, 'answers.1'],
    [{ answers: Array.from({ length: 301 }, () => ({ result: 'works', take: [] })) }, 'answers'],
    [{ keep: ['nothing'] }, 'keep'],
    [{ part: 'settings' }, 'part'],
  ] as const)('refuses %j with 422 on %s, and stores nothing', async ([body, field], { api, db }) => {
    await fill(api)
    const before = await storedRows(db)
    for (const path of [PATH, `${PATH}.zip`]) {
      const answer = await api.post(path).send(body).expect(422)
      expect(Object.keys(answer.body.errors)).toEqual([field])
    }
    expect(await storedRows(db)).toEqual(before)
  })

  it('says what to do about more than 300 answers', async ({ api }) => {
    await fill(api)
    const answers = Array.from({ length: 301 }, () => ({ result: 'works', take: [] }))
    const { body } = await api.post(PATH).send({ answers }).expect(422)
    expect(body.errors.answers).toEqual([
      'There can be at most 300 answers. Remove all after these, and the search ends with the smallest set that crashed; or take its changes over into the list that works, and search again.',
    ])
  })

  it('takes lists with 2,000 changes, and refuses more with 422 on units; both store nothing', async ({ api, db }) => {
    const names = Array.from({ length: 2_001 }, (_, at) => `Mod ${at}`)
    const lines = (sign: string, count: number) => names.slice(0, count).map((name) => `${sign}${name}\n`)
    await makeLists(api, {
      'It works': { 'modlist.txt': lines('-', 2_001).join('') },
      'It crashes': { 'modlist.txt': lines('+', 2_000).join('') },
      'Too much': { 'modlist.txt': lines('+', 2_001).join('') },
    })
    const before = await storedRows(db)
    const keep = (await ask(api)).units.map(({ id }: Unit) => id).slice(1)
    expect(keep).toHaveLength(1_999)
    expect((await ask(api, { keep })).next).toMatchObject({ round: 1, rounds_left: 2 })
    for (const path of ['/v1/compare/it-works/too-much/culprit', '/v1/compare/it-works/too-much/culprit.zip']) {
      const { body } = await api.post(path).send({}).expect(422)
      expect(body.errors).toEqual({ units: [expect.stringContaining('2001 changes can be tested')] })
    }
    expect(await storedRows(db)).toEqual(before)
  })

  it('tests no part that a merge can not write: a modlist.txt by CKAN, or plugins of another file', async ({
    api,
    db,
  }) => {
    await makeLists(api, {
      'By CKAN': { 'modlist.txt': 'Mod A (ModA 1.0)\nMod B (ModB 1.0)\n' },
      'Of OpenMW': { 'modlist.txt': '+A\n', 'plugins.txt': '~ made by a tool ~\n', 'openmw.cfg': 'content=a.esp\n' },
      'It crashes': { 'modlist.txt': '+A\n+B\n', 'plugins.txt': '*a.esp\n*b.esp\n' },
    })
    const before = await storedRows(db)
    const send = (slug: string, body: object) => api.post(`/v1/compare/${slug}/it-crashes/culprit`).send(body)
    const { body: byCkan } = await send('by-ckan', {}).expect(200)
    expect(byCkan.data).toMatchObject({ units: [], next: null, verdict: { code: 'no_changes' } })
    const { body: refused } = await send('by-ckan', { part: 'mods' }).expect(422)
    expect(refused.errors).toEqual({
      part: ['Mods can be tested only if both lists have mods, and the working one in modlist.txt.'],
    })
    expect(Object.keys((await send('of-openmw', { part: 'plugins' }).expect(422)).body.errors)).toEqual(['part'])
    const { body: ofMods } = await send('of-openmw', { answers: [{ result: 'works' }] }).expect(200)
    expect(ofMods.data).toMatchObject({
      units: [{ kind: 'added', name: 'B' }],
      not_tested: [{ what: 'plugins', count: 1, text: '1 change of plugins is in no set and not tested.' }],
      files: [
        { name: 'modlist.txt', content: ['+A', '+B'] },
        { name: 'plugins.txt', content: ['~ made by a tool ~'] },
      ],
    })
    expect(await storedRows(db)).toEqual(before)
  })

  it('says so if the lists have no change that can be tested', async ({ api }) => {
    await fill(api)
    const { body } = await api.post('/v1/compare/it-works/it-works/culprit').send({}).expect(200)
    expect(body.data).toMatchObject({ units: [], next: null, verdict: { code: 'no_changes' } })
  })

  it("returns a zip with the working list's line ends, and none if nothing is asked for", async ({ api }) => {
    await fill(api)
    const { body } = await asBytes(api.post(`${PATH}.zip`).send({ answers: [{ result: 'works' }] })).expect(200)
    expect(body.toString('latin1')).toContain('+Frostfall\r\n')
    expect(body.toString('latin1')).toContain('*B.esp\r\n')
    const refused = await api
      .post(`${PATH}.zip`)
      .send({ answers: [{ result: 'crashes' }] })
      .expect(422)
    expect(Object.keys(refused.body.errors)).toEqual(['answers'])
  })
})

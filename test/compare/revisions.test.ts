import { describe, expect } from 'vitest'
import { applyDiffs } from '../support/diff/patching.ts'
import { it } from '../support/history.ts'
import { fillList } from '../support/requests/forms.ts'

const FIRST = { 'modlist.txt': '+Sky UI\n+Campfire\n', 'gone.ini': 'a=1\n' }
const SECOND = { 'modlist.txt': '+Frostfall\n+Sky UI\n' }

const FORMS = [
  (one: string, other: string) => `/v1/compare/${one}/${other}`,
  (one: string, other: string) => `/v1/compare/${one}/${other}.patch`,
  (one: string, other: string) => `/v1/compare/${one}/${other}/changes`,
  (one: string, other: string) => `/v1/compare/${one}/${other}/changes.md`,
  (one: string, other: string) => `/v1/compare?list1=${one}&list2=${other}`,
]

describe('a comparison of slug@n', () => {
  it('compares that revision with another or with any list, at every address', async ({ api, save }) => {
    await save({ version: '1' }, FIRST)
    await save({ version: '2' }, SECOND)
    await fillList(api.post('/v1/lists'), { name: 'First', version: '1' }, FIRST).expect(201)
    const shown = async (path: string) => {
      const { body, text } = await api.get(path).buffer(true).expect(200)
      const { list1: _, list2: __, ...rest } = body.data ?? { text: text.replace(/my-list@\d/g, 'my-list') }
      return rest
    }

    for (const form of FORMS) {
      const expected = await shown(form('first', 'my-list'))
      expect(await shown(form('my-list@1', 'my-list@2'))).toEqual(
        'text' in expected && form === FORMS[3] ? expect.anything() : expected,
      )
      expect(await shown(form('my-list%401', 'my-list@2'))).toEqual(await shown(form('my-list@1', 'my-list')))
    }
    const patch = await api.get('/v1/compare/my-list@1/my-list@2.patch').buffer(true).expect(200)
    expect(applyDiffs(FIRST, [patch.text])).toEqual(SECOND)
  })

  it('shows each list as it was in that revision, with the address of the revision', async ({ api, save }) => {
    await save({ version: '1' }, FIRST)
    await save({ version: '2', name: 'New name', expires: '3d' }, SECOND)
    const { body } = await api.get('/v1/compare/my-list@1/my-list').expect(200)

    expect(body.data.list1).toMatchObject({
      name: 'My List',
      version: '1',
      slug: 'my-list',
      url: '/v1/lists/my-list',
      expires: '2026-11-23T08:31:00.123000Z',
      updated: '2026-11-20T08:30:00.123000Z',
      files: [{ clean_name: 'modlist.txt' }, { clean_name: 'gone.ini' }],
      links: { self: 'https://api.example.com/v1/lists/my-list/revisions/1' },
    })
    expect(body.data.list2.links.self).toBe('https://api.example.com/v1/lists/my-list')
    const changes = await api.get('/v1/compare/my-list@1/my-list/changes').expect(200)
    expect(changes.body.data.list1).toMatchObject({ name: 'My List', links: body.data.list1.links })
  })

  it('names each list in Markdown by the requested revision', async ({ api, save }) => {
    await save({}, FIRST)
    await save({}, SECOND)
    const titleOf = async (one: string, other: string) => {
      const { text } = await api.get(`/v1/compare/${one}/${other}/changes.md`).buffer(true).expect(200)
      return text.split('\n')[0]
    }
    expect(await titleOf('my-list@1', 'my-list@2')).toBe('# `My List (my-list@1)` compared with `My List (my-list@2)`')
    expect(await titleOf('my-list@2', 'my-list')).toBe('# `My List (my-list@2)` compared with `My List (my-list)`')
    await save({ name: 'New name' }, SECOND)
    expect(await titleOf('my-list@1', 'my-list')).toBe('# `My List (my-list@1)` compared with `New name`')
    expect(await titleOf('my-list', 'my-list@3')).toBe('# `New name (my-list)` compared with `New name (my-list@3)`')
  })

  it.for(['my-list@3', 'my-list@0', 'my-list@01', 'my-list@', 'my-list@x', 'my-list@1@1', '@1', 'nothing@1'])(
    'is 404 for %s',
    async (slug, { api, save }) => {
      await save({}, FIRST)
      await save({}, SECOND)
      for (const form of FORMS) {
        await api.get(form(slug, 'my-list')).expect(404)
        await api.get(form('my-list', slug)).expect(404)
      }
    },
  )

  it('is 404 for a revision that was private, except for its author', async ({ ada, api, save, signIn }) => {
    await save({ private: '1' }, FIRST)
    await save({}, SECOND)
    const bob = { authorization: await signIn('Bob') }
    for (let turn = 0; turn < 2; turn++) {
      for (const form of FORMS) {
        const path = form('my-list@1', 'my-list@2')
        await api.get(path).set(ada).expect(200)
        await api.get(path).set(bob).expect(404)
        await api.get(path).expect(404)
      }
    }
  })
})

import { describe, expect } from 'vitest'
import { it } from '../support/history.ts'
import { fillList, MODLIST } from '../support/requests/forms.ts'

const DESCRIBED = ['name', 'version', 'slug', 'url', 'description', 'website', 'discord', 'readme']
const STATED = ['private', 'expires', 'created', 'updated', 'author', 'game']

describe('GET /v1/lists/{slug}', () => {
  it('returns every documented field in order, with the files and their content', async ({ ada, api }) => {
    const fields = { name: 'Wild Lands', version: '2', website: 'a.example', discord: 'b.example', readme: 'c.example' }
    await fillList(api.post('/v1/lists').set(ada), fields).expect(201)
    const { text, headers } = await api.get('/v1/lists/wild-lands').expect(200)

    const moment = '2026-11-20T08:30:00.123000Z'
    expect(text.replace(/[\da-f]{32}-/, 'HASH-')).toBe(
      JSON.stringify({
        data: {
          name: 'Wild Lands',
          version: '2',
          slug: 'wild-lands',
          url: '/v1/lists/wild-lands',
          description: 'A list',
          website: 'a.example',
          discord: 'b.example',
          readme: 'c.example',
          private: false,
          expires: null,
          created: moment,
          updated: moment,
          author: { name: 'Ada', verified: true },
          game: { id: 4, name: 'TESV Skyrim SE', lists_count: null },
          files: [
            {
              name: 'HASH-modlist.txt',
              clean_name: 'modlist.txt',
              bytes: MODLIST.length,
              content: ['+Unofficial Patch', '+Sky UI', '-Optional_separator'],
              created: moment,
              updated: moment,
            },
          ],
          links: { url: '/lists/wild-lands', self: 'https://api.example.com/v1/lists/wild-lands' },
        },
      }),
    )
    expect(headers['content-type']).toMatch(/^application\/json/)
  })

  it('returns null for the author of an anonymous list and for omitted or empty fields', async ({ api }) => {
    await fillList(api.post('/v1/lists'), { description: '', version: '', website: '' }).expect(201)
    const { body } = await api.get('/v1/lists/my-list').expect(200)

    const none = { version: null, description: null, website: null, discord: null, readme: null, author: null }
    expect(body.data).toMatchObject(none)
    expect(Object.keys(body.data)).toEqual([...DESCRIBED, ...STATED, 'files', 'links'])
  })

  it.for([
    'nothing',
    'MY-LIST',
    'my_list',
    'my-list-',
    'my-list%00',
    '%E2%98%83',
    "my-list'--",
    '..%2Fmy-list',
    'x'.repeat(101),
    '__proto__',
  ])('returns 404 with only a message if the list does not exist: %s', async (slug, { api }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    const { body } = await api.get(`/v1/lists/${slug}`).expect(404)

    expect(body).toEqual({ message: expect.stringMatching(/not found/i) })
  })
})

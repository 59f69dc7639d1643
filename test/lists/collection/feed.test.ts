import { describe, expect } from 'vitest'
import { readAtom } from '../../support/atom.ts'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/indexing.ts'
import { bearer } from '../../support/requests/authorization.ts'
import { fillList } from '../../support/requests/forms.ts'

describe('GET /v1/lists.atom', () => {
  it('has the newest public lists with their names, authors, times and pages', async ({ api, clock, signIn }) => {
    const ada = bearer(await signIn('Ada'))
    await fillList(api.post('/v1/lists').set(ada), {
      version: '1.2',
      description: 'Tom & "Jerry"\n<b>bold</b>',
    }).expect(201)
    clock.advance(60_000)
    await fillList(api.post('/v1/lists'), { name: 'Second', description: '' }).expect(201)
    await fillList(api.post('/v1/lists').set(ada), { name: 'Secret', private: '1' }).expect(201)
    const { headers, text } = await api.get('/v1/lists.atom').expect(200)
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    const { entries, ...feed } = readAtom(text)
    expect(feed).toMatchObject({
      title: 'Lists of this catalog',
      updated: '2026-11-20T08:31:00.123000Z',
      links: { self: 'https://api.example.com/v1/lists.atom', alternate: 'https://www.example.com/lists' },
    })
    expect(entries).toEqual([
      {
        id: 'tag:api.example.com,2026-11-20:/v1/lists/second/2026-11-20T08:31:00.123000Z',
        title: 'Second',
        updated: '2026-11-20T08:31:00.123000Z',
        type: 'text',
        content: 'TESV Skyrim SE',
      },
      {
        id: 'tag:api.example.com,2026-11-20:/v1/lists/my-list/2026-11-20T08:30:00.123000Z',
        title: 'My List 1.2',
        updated: '2026-11-20T08:30:00.123000Z',
        type: 'text',
        content: 'TESV Skyrim SE\n\nTom & "Jerry"\n<b>bold</b>',
      },
    ])
    expect(text).toContain('<author><name>Ada</name></author>')
    expect(text).toContain('href="https://www.example.com/lists/my-list"')
    await api.get('/v1/lists.atom').set('If-None-Match', String(headers.etag)).expect(304)
  })

  it('takes the filters and the order of pages of lists, and has at most 30 lists', async ({
    api,
    clock,
    indexMods,
    signIn,
  }) => {
    const ada = bearer(await signIn('Ada'))
    await fillList(api.post('/v1/lists').set(ada), { name: 'Hers' }, { 'modlist.txt': '+SkyUI\n' }).expect(201)
    for (let number = 1; number <= 31; number++) {
      clock.advance(1_000)
      await fillList(api.post('/v1/lists'), { name: `List ${number}`, game: '1' }, { 'a.txt': 'x' }).expect(201)
    }
    await indexMods()
    const titlesOf = async (query: string) =>
      readAtom((await api.get(`/v1/lists.atom${query}`).expect(200)).text).entries.map(({ title }) => title)
    expect(await titlesOf('')).toEqual(Array.from({ length: 30 }, (_, index) => `List ${31 - index}`))
    expect((await titlesOf('?sort=created'))[0]).toBe('Hers')
    for (const query of [
      'filter[author]=ada',
      'filter[mod]=skyui',
      'filter[search]=hers',
      'filter[game]=TESV Skyrim SE',
    ])
      expect([query, await titlesOf(`?${query}`)]).toEqual([query, ['Hers']])
    expect(await titlesOf('?filter[author]=nobody')).toEqual([])
  })

  it('has an id that depends only on what chooses and sorts its lists', async ({ api }) => {
    const idOf = async (query: string) => /<id>(.*?)<\/id>/.exec((await api.get(`/v1/lists.atom${query}`)).text)?.[1]
    const all = 'tag:api.example.com,2026-11-01:/v1/lists'
    for (const query of ['', '?page=2', '?utm_source=x', '?include=counts&fbclid=1', '?Sort=created&filter=x'])
      expect([query, await idOf(query)]).toEqual([query, all])
    const chosen = '?filter%5Bgame%5D=Fallout+4&query=sky&filter%5Bmod%5D%5B0%5D=SkyUI&sort=updated'
    expect(await idOf(chosen)).toBe(`${all}${chosen.replaceAll('&', '&amp;')}`)
    const tracked = await api.get(`/v1/lists.atom?utm_source=x&${chosen.slice(1)}&ref=y`).expect(200)
    expect(tracked.text).toBe((await api.get(`/v1/lists.atom${chosen}`).expect(200)).text)
  })

  it('refuses what a feed does not have with 422', async ({ api, db }) => {
    for (const query of ['page[size]=5', 'sort=name', 'filter[color]=red'])
      await api.get(`/v1/lists.atom?${query}`).expect(422)
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })
})

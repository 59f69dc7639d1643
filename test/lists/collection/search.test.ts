import fc from 'fast-check'
import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'

type Api = ReturnType<typeof supertest>

/** Creates lists with these names, in this order. */
async function share(api: Api, ...names: string[]) {
  for (const name of names) await fillList(api.post('/v1/lists'), { name, description: '', game: '14' }).expect(201)
}

/** Returns the names of the lists that a search finds, in alphabetical order. */
async function found(api: Api, search: string): Promise<string[]> {
  const { body } = await api.get('/v1/lists').query({ 'filter[search]': search, 'page[size]': '900' }).expect(200)
  const names: string[] = body.data.map(({ name }: { name: string }) => name)
  expect(body.meta.total).toBe(names.length)
  return names.sort()
}

describe('filter[search] on GET /v1/lists', () => {
  it('finds words in the name, the description, the author and the game', async ({ api, signIn }) => {
    const token = await signIn('Ann Lee')
    await fillList(api.post('/v1/lists').set('Authorization', token), {
      name: 'Immersive',
      description: 'For long\nwinters',
      game: '23',
    })
    await share(api, 'Another')

    const words = ['immersive', 'winters', 'long', 'ann', 'Lee', 'stalker', 'Anomaly']
    for (const search of [...words, 'for ann stalker immersive']) {
      expect(await found(api, search), search).toEqual(['Immersive'])
    }
  })

  it('finds only lists that have all words, in any order', async ({ api }) => {
    await share(api, 'Wabbajack Living Skyland', 'Living Lands', 'Skyland')

    expect(await found(api, 'skyland living')).toEqual(['Wabbajack Living Skyland'])
    expect(await found(api, 'living')).toEqual(['Living Lands', 'Wabbajack Living Skyland'])
    expect(await found(api, 'living missing')).toEqual([])
  })

  it('finds words by their first letters, not by letters in the middle', async ({ api }) => {
    await share(api, 'Requiem', 'Re', 'Prerequisites')

    expect(await found(api, 'requ')).toEqual(['Requiem'])
    expect(await found(api, 're')).toEqual(['Re', 'Requiem'])
    expect(await found(api, 'requiems')).toEqual([])
  })

  it.for([
    ['GRÖSSE', 'große größe Grösse'],
    ['strasse', 'Straße'],
    ['STRAẞE', 'strasse'],
    ['lodz aero oeuvre', 'Łódź Ærø Œuvre'],
    ['elan', 'Élan'],
    ['ÉLAN', 'elan'],
    ['istanbul', 'İSTANBUL'],
    ['ﬁne', 'Fine'],
    ['fine', 'Ｆｉｎｅ'],
    ['οδος', 'ΟΔΟΣ'],
    ['οδοστρωμα', 'ΟΔΌΣΤΡΩΜΑ'],
    ['сборка', 'СБОРКА'],
    ['e\u0301lan', 'élan'],
  ] as const)('ignores case and accents: %j finds %j', async ([search, name], { api }) => {
    await share(api, name)
    expect(await found(api, search)).toEqual([name])
  })

  it.for([
    ['[SE]', 'USSEP [SE] for all'],
    ['se]', 'USSEP [SE] for all'],
    ['v1.2', 'Legacy v1.2.7'],
    ['1.2.7', 'Legacy 1.2.7'],
    ['Creation-Club', 'Creation-Club free'],
    ['creation club', 'Creation-Club free'],
    ['club', 'Creation-Club free'],
    ['skyui_5', 'SkyUI_5.2'],
    ['mirrors', "Mirror's end"],
    ["mirror's", 'Mirrors end'],
    ['mirror’s', "Mirror's end"],
    ['elan', "L'élan"],
    ['+plus/minus\\', 'plus & minus'],
    ['c++', 'C++'],
    ['100%', '100% working'],
    ['汉化', '天际汉化补丁v2'],
    ['补', '天际汉化补丁v2'],
    ['丁', '天际汉化补丁v2'],
    ['天际汉化补丁', '天际汉化补丁v2'],
    ['补丁v2', '天际汉化补丁v2'],
    ['v2', '天际汉化补丁v2'],
    ['モッド', '日本語モッドリスト'],
    ['ﾓｯﾄﾞ', '日本語モッドリスト'],
    ['한글', '한글패치'],
    ['ม็อด', 'รายการม็อด'],
  ] as const)('splits names into words: %j finds %j', async ([search, name], { api }) => {
    await share(api, name, 'Something else')
    expect(await found(api, search)).toEqual([name])
  })

  it('finds nothing by Chinese characters that are not adjacent in the name', async ({ api }) => {
    await share(api, '天际汉化补丁')
    expect(await found(api, '天化')).toEqual([])
    expect(await found(api, '丁天')).toEqual([])
  })

  it.for([
    ...`'"\\&|!*(%_\0\u{fffd}🔥`,
    ...[`''`, `'\\`, ':*', '<->', '-- ;', '.'.repeat(10_000), '\u0301'.repeat(1000)],
  ])('finds nothing, without an error, if the search has no word: %.20j', async (search, { api }) => {
    await share(api, 'a', 'b')
    expect(await found(api, search)).toEqual([])
  })

  it.for([
    `a' & 'b`,
    `'a':* | 'b'`,
    `a'); DROP TABLE lists; --`,
    'a & !zzz',
    'a:*',
    'a\0',
    '\\a',
    `"a"`,
    'a<->b',
    `a ${'a'.repeat(10_000)}`,
    'a '.repeat(2500),
    Array.from({ length: 1500 }, (_, at) => `a${at.toString(36)}`).join(' '),
    `${'a'.repeat(3000)}'${'a'.repeat(3000)}`,
  ])('treats everything as plain words: %.30j', async (search, { api }) => {
    await share(api, 'a b', 'drop table lists zzz a')
    const names = await found(api, search)
    expect(names.length).toBeLessThanOrEqual(2)
    expect(await found(api, 'a')).toEqual(['a b', 'drop table lists zzz a'])
  })

  it('is ignored if it is empty or blank', async ({ api }) => {
    await share(api, 'One', 'Two')
    for (const query of ['filter[search]=', 'filter[search]=%20%09', 'query=', 'filter[search]']) {
      const { body } = await api.get(`/v1/lists?${query}`).expect(200)
      expect(body.meta.total).toBe(2)
    }
  })

  it('has the alias query, which is used if filter[search] is missing', async ({ api }) => {
    await share(api, 'One', 'Two')
    const names = async (query: string) => {
      const { body } = await api.get(`/v1/lists?${query}`).expect(200)
      return body.data.map(({ name }: { name: string }) => name)
    }
    expect(await names('query=one')).toEqual(['One'])
    expect(await names('query=one&filter[search]=two')).toEqual(['Two'])
    expect(await names('query=one&filter%5Bsearch%5D=')).toEqual(['One'])
    expect(await names('query=one&query=two')).toEqual(['Two'])
    const { body } = await api.get('/v1/lists?query=%C3%B6ne+&page[size]=1').expect(200)
    expect(body.links.last).toBe('https://api.example.com/v1/lists?query=%C3%B6ne+&page%5Bsize%5D=1&page%5Bnumber%5D=1')
  })

  it('supports paging, sorting and filters, and its links repeat them', async ({ api, clock }) => {
    for (const [index, game] of ['1', '2', '1', '1', '2', '1'].entries()) {
      clock.advance(1000)
      await fillList(api.post('/v1/lists'), { name: `Part ${index}`, game })
    }
    await share(api, 'Other')
    const query = 'filter[search]=pärt&filter[game]=TESIII%20Morrowind&sort=created&page[size]=3'
    const first = await api.get(encodeURI(`/v1/lists?${decodeURI(query)}`)).expect(200)

    const names = ({ body }: typeof first) => body.data.map(({ name }: { name: string }) => name)
    expect(names(first)).toEqual(['Part 0', 'Part 2', 'Part 3'])
    expect(first.body.meta).toMatchObject({ total: 4, last_page: 2, from: 1, to: 3 })
    const next = new URL(first.body.links.next)
    expect(next.searchParams.get('filter[search]')).toBe('pärt')
    const second = await api.get(next.pathname + next.search).expect(200)
    expect(names(second)).toEqual(['Part 5'])
    expect(second.body.meta).toMatchObject({ total: 4, from: 4, to: 4 })

    const past = await api
      .get(`${next.pathname}?${next.searchParams}`.replace('number%5D=2', 'number%5D=9'))
      .expect(200)
    expect(past.body).toMatchObject({ data: [], meta: { total: 4, from: null, to: null } })
    const all = await api.get('/v1/lists?query=part&page[size]=all&sort=-created').expect(200)
    expect(names(all)).toEqual([5, 4, 3, 2, 1, 0].map((index) => `Part ${index}`))
    expect(all.body.meta).toMatchObject({ total: 6, per_page: 6 })
  })

  it('returns several hundred lists with page[size]=all, each once', async ({ api, db, clock }) => {
    await share(api, 'Seed')
    const [{ words } = { words: '' }] = await db.$queryRaw<{ words: string }[]>`SELECT words::text FROM list_search`
    await db.$executeRaw`
      INSERT INTO lists (slug, slug_base, slug_number, name, private, created_at, updated_at, game_id)
      SELECT 's-' || n, 's', n, 's' || n, n % 7 = 0, ${clock.now}, ${clock.now}, 1 FROM generate_series(1, 1300) AS n`
    await db.$executeRaw`
      INSERT INTO list_search SELECT id, ${words}::tsvector FROM lists WHERE slug_base = 's'`

    const { body } = await api.get('/v1/lists?query=seed&page[size]=all').expect(200)
    const names = body.data.map(({ name }: { name: string }) => name)
    expect(new Set(names).size).toBe(1301 - 185)
    expect(body.meta.total).toBe(names.length)
  })

  it('never finds private or expired lists', async ({ api, clock }) => {
    await fillList(api.post('/v1/lists'), { name: 'Hidden', private: '1' })
    await fillList(api.post('/v1/lists'), { name: 'No longer hidden', expires: '3h' })
    expect(await found(api, 'hidden')).toEqual(['No longer hidden'])
    clock.advance(3 * 3_600_000)
    expect(await found(api, 'hidden')).toEqual([])
  })

  it('finds an updated list by its new words only, and never a deleted list', async ({ api, db, signIn }) => {
    const token = await signIn('ann')
    const by = (name: string, request = api.post('/v1/lists')) =>
      fillList(request.set('Authorization', token), { name })
    await by('Before').expect(201)
    await by('After', api.put('/v1/lists/before')).expect(200)
    expect(await found(api, 'before')).toEqual([])
    expect(await found(api, 'after ann')).toEqual(['After'])

    await api.delete('/v1/lists/before').set('Authorization', token).expect(204)
    expect(await found(api, 'after')).toEqual([])
    expect(await db.listSearch.count()).toBe(0)
  })

  it('does not index a refused list', async ({ api, db }) => {
    await fillList(api.post('/v1/lists'), { game: '99' }).expect(422)
    expect(await db.listSearch.count()).toBe(0)
  })

  it.for([
    ['one word', 'x'.repeat(10_000)],
    ['many words', Array.from({ length: 2500 }, (_, at) => at.toString(36).padStart(3, 'q')).join(' ')],
    ['Chinese', String.fromCodePoint(...Array.from({ length: 10_000 }, (_, at) => 0x4e00 + at))],
    ['rare Chinese', String.fromCodePoint(...Array.from({ length: 10_000 }, (_, at) => 0x20000 + at))],
    ['characters that expand to many', '\ufdfa'.repeat(10_000)],
    [
      'squared words',
      String.fromCodePoint(...Array.from({ length: 10_000 }, (_, at) => 0x3300 + ((at * (1 + (at >> 7))) % 88))),
    ],
    ['apostrophes', "a'".repeat(5000)],
  ] as const)('stores a description of 10,000 characters: %s', async ([, description], { api }) => {
    await fillList(api.post('/v1/lists'), { name: 'Long', description }).expect(201)
    expect(await found(api, [...description].slice(0, 80).join(''))).toEqual(['Long'])
  })
})

describe('filter[search] on GET /v1/user/lists', () => {
  it("searches the user's own lists, including private ones, and no others", async ({ api, signIn }) => {
    const token = await signIn('ann')
    for (const [name, isPrivate] of [
      ['Red', '1'],
      ['Red too', '0'],
      ['Blue', '0'],
    ] as const) {
      await fillList(api.post('/v1/lists').set('Authorization', token), { name, private: isPrivate })
    }
    await share(api, 'Red of another')

    const { body } = await api.get('/v1/user/lists?filter[search]=red').set('Authorization', token).expect(200)
    expect(body.data.map(({ name }: { name: string }) => name).sort()).toEqual(['Red', 'Red too'])
    expect(body.meta.total).toBe(2)
  })
})

describe('the search', () => {
  /** The plain form of each word, and the forms that people might write. */
  const WORDS = {
    sky: ['sky', 'SKY', 'Ský'],
    skyrim: ['skyrim', 'Skyrim', 'ŠKYRIM'],
    elan: ['elan', 'Élan', 'ÉLAN'],
    el: ['el', 'Él'],
    se: ['se', 'SE', '[SE]'],
    v1: ['v1', 'V1'],
    mod: ['mod', 'Mod', 'ｍｏｄ'],
    modlist: ['modlist', 'ModList'],
  }
  type Word = keyof typeof WORDS
  const word = fc.constantFrom(...(Object.keys(WORDS) as Word[]))
  const written = (plain: Word) => fc.constantFrom(...WORDS[plain])
  const text = (words: Word[]) =>
    fc
      .tuple(fc.tuple(...words.map(written)), fc.constantFrom(' ', ' - ', '/', '_', '.', ', ', '\u3000', ' & '))
      .map(([parts, separator]) => parts.join(separator))
  const texts = (minLength: number) =>
    fc
      .array(word, { minLength, maxLength: 4 })
      .chain((words) => fc.record({ words: fc.constant(words), text: text(words) }))

  const list = fc.record({ name: texts(1), description: texts(0), game: fc.constantFrom('1', '2') })
  const question = fc.record({
    words: texts(1),
    length: fc.integer({ min: 1, max: 8 }),
    game: fc.constantFrom(undefined, '1', '2'),
    isOldestFirst: fc.boolean(),
  })

  it('returns the same pages as a simple scan of all lists', async ({ api, db, clock }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(list, { minLength: 1, maxLength: 7 }),
        fc.array(question, { maxLength: 8 }),
        async (lists, questions) => {
          await db.list.deleteMany()
          const slugs: string[] = []
          for (const { name, description, game } of lists) {
            clock.advance(1000)
            const fields = { name: name.text, description: description.text, game }
            const { body } = await fillList(api.post('/v1/lists'), fields).expect(201)
            slugs.push(body.data.slug)
          }

          for (const { words, length, game, isOldestFirst } of questions) {
            const beginnings = words.words.map((whole) => whole.slice(0, length))
            const expected = lists.flatMap((candidate, index) => {
              const own: string[] = [...candidate.name.words, ...candidate.description.words]
              own.push(...(candidate.game === '1' ? ['tesiii', 'morrowind'] : ['tesiv', 'oblivion']))
              const isFound = beginnings.every((beginning) => own.some((whole) => whole.startsWith(beginning)))
              return isFound && (game ?? candidate.game) === candidate.game ? [slugs[index]] : []
            })
            if (!isOldestFirst) expected.reverse()

            const query = {
              'filter[search]': beginnings.join(' '),
              sort: isOldestFirst ? 'created' : '-created',
              'page[size]': '3',
              ...(game !== undefined && { 'filter[game]': game === '1' ? 'TESIII Morrowind' : 'TESIV Oblivion' }),
            }
            const given: string[] = []
            for (let page = 1; page <= Math.ceil(expected.length / 3) + 1; page++) {
              const { body } = await api
                .get('/v1/lists')
                .query({ ...query, 'page[number]': page })
                .expect(200)
              expect(body.meta.total).toBe(expected.length)
              given.push(...body.data.map(({ slug }: { slug: string }) => slug))
            }
            expect(given).toEqual(expected)
          }
        },
      ),
      { numRuns: 12 },
    )
  })
})

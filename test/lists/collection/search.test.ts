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

  it('never finds private or expired lists', async ({ api, clock }) => {
    await fillList(api.post('/v1/lists'), { name: 'Hidden', private: '1' })
    await fillList(api.post('/v1/lists'), { name: 'No longer hidden', expires: '3h' })
    expect(await found(api, 'hidden')).toEqual(['No longer hidden'])
    clock.advance(3 * 3_600_000)
    expect(await found(api, 'hidden')).toEqual([])
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

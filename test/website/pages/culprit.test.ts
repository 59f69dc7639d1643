import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/indexing.ts'
import { CRASHING, startGame, WORKING } from '../../support/profiles/crashing-pair.ts'
import { fillList, makeLists } from '../../support/requests/forms.ts'
import { download, follow, type Opened, press } from '../../support/website/culprit-page.ts'
import { openPage, textOf } from '../../support/website/pages.ts'

type Api = ReturnType<typeof supertest>

const START = '/compare/it-works/it-crashes/culprit'
const PINNED = '/compare/it-works@1/it-crashes@1/culprit'
/** Number of mods that only moved. */
const MOVED = 9
const fill = (api: Api) => makeLists(api, { 'It works': WORKING, 'It crashes': CRASHING })

/** Downloads the zip of a round as one text. */
const downloaded = async (api: Api, page: Opened) => (await download(api, page)).toString('latin1')

/** Returns the names in the list under a heading, without the number in the heading. */
function namesUnder({ html }: Opened, heading: string): string[] {
  const lists = [...html.matchAll(/<h2>([^<]*(?:<bdi>[^<]*<\/bdi>)?[^<]*)<\/h2><ul class="names">(.*?)<\/ul>/gs)]
  const [, , list = ''] = lists.find(([, title = '']) => textOf(title).replace(/ \(\d+\)$/, '') === heading) ?? []
  return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => textOf(item))
}

/** Plays from the start to the end as a person does. Checks each number that a round shows. */
async function search(api: Api, game: (modlist: string) => string, ticked: readonly string[] = []) {
  let page = await press(api, await openPage(api, START), 'Start', ticked)
  let rounds = 0
  let most = Number.POSITIVE_INFINITY
  while (page.words.includes('Did it crash?')) {
    rounds++
    const [, round, about] = /Round (\d+) of about (\d+)/.exec(page.words) ?? []
    expect(Number(round)).toBe(rounds)
    expect(Number(about)).toBeGreaterThanOrEqual(rounds)
    most = Math.min(most, Number(about))
    for (const heading of ['What is left', 'Needed so far']) {
      const [, count = '0'] = new RegExp(`${heading} \\((\\d+)\\)`).exec(page.words) ?? []
      expect(namesUnder(page, heading)).toHaveLength(Number(count))
    }
    const zip = await downloaded(api, page)
    const [, taken] = /(\d+) of 72 changes/.exec(page.words) ?? []
    const moved = Number(taken) - switchedIn(zip)
    expect(moved).toBeGreaterThanOrEqual(0)
    expect(moved).toBeLessThanOrEqual(MOVED)
    page = await press(api, page, game(zip) === 'crashes' ? 'Crashes' : 'Works')
  }
  return { page, rounds, most }
}

/** Counts the mods that were added, removed or switched in the modlist.txt of a zip. */
const switchedIn = (zip: string): number => {
  const before = new Set(WORKING['modlist.txt'].split('\r\n'))
  return zip.split('\r\n').filter((line) => /^[+-](Mod|New|Old) \d+$/.test(line) && !before.has(line)).length
}

describe('the page that finds a culprit', () => {
  it('is linked on the comparison, and says what is tested, what is not, and what to install', async ({ api }) => {
    await fill(api)
    const comparison = await openPage(api, '/compare/it-works/it-crashes')
    const page = await follow(api, comparison, 'Find the culprit')
    expect(page.headings).toEqual([
      'Find the culprit',
      'Only in It works (8)',
      'Only in It crashes (41)',
      'Needed by everything',
    ])
    for (const part of [
      'It works works, It crashes crashes.',
      '72 changes can be tested.',
      '1 setting differs too and is not tested.',
      '2 changes of plugins are in every set and not tested.',
      'Install the mods of both lists, and leave them installed',
      'Always take New 7',
    ]) {
      expect(page.words).toContain(part)
    }
    expect(namesUnder(page, 'Only in It works')).toEqual(Array.from({ length: 8 }, (_, at) => `Old ${at}`))
    const around = await follow(api, page, 'Turn around: It crashes works, It works crashes')
    expect(around.words).toContain('It crashes works, It works crashes.')
  })

  it('is not indexed, cached or stored, and sets no cookie', async ({ api, db }) => {
    await fill(api)
    const before = await storedRows(db)
    for (const query of ['', '?answers=1', '?answers=1wc', '?answers=1c', '?answers=1wc&download=1', '?answers=2']) {
      const { headers, html } = await openPage(api, START + query)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers).not.toHaveProperty('set-cookie')
      if (!query.includes('download')) expect(html).toContain('<meta name="robots" content="noindex"')
    }
    expect(await storedRows(db)).toEqual(before)
  })

  it.for([
    [['New 23'], 10],
    [['Mod 27'], 10],
    [['New 3', 'New 38'], 19],
    [['New 0', 'Mod 135', 'New 39'], 28],
  ] as const)(
    'leads to %j in at most %i rounds, each number on the way is true',
    async ([culprits, rounds], { api, indexMods }) => {
      await fill(api)
      await indexMods()
      const end = await search(api, startGame(...culprits))
      expect(end.rounds).toBeLessThanOrEqual(rounds)
      if (culprits.length === 1) expect(end.most).toBeGreaterThanOrEqual(end.rounds)
      expect(end.page.words).toContain(`Found (${culprits.length})`)
      for (const name of culprits) {
        expect(end.page.html).toContain(`/games/TESV%20Skyrim%20SE/mods/${encodeURIComponent(name)}"`)
      }
      expect(end.page.words).toContain(
        culprits.length === 1
          ? 'With this change it crashes, without it it works.'
          : `With these ${culprits.length} changes together it crashes, without any one of them it works.`,
      )
      expect(end.page.words).toContain(`${end.rounds} rounds answered.`)
      expect(end.page.words).not.toMatch(/broken|faulty|bad mod/)
    },
  )

  it('leads back to the ticks if all changes are ticked', async ({ api }) => {
    await makeLists(api, { 'It works': { 'modlist.txt': '-A\n-B\n' }, 'It crashes': { 'modlist.txt': '+A\n+B\n' } })
    const end = await press(api, await openPage(api, START), 'Start', ['A', 'B'])
    expect(end.words).toContain('All changes are in every set, so none is left to test.')
    const start = await follow(api, end, 'Back to the start')
    expect(start.words).toContain('2 changes can be tested.')
    expect(start.html.match(/<input type="checkbox" [^>]*checked/g)).toHaveLength(2)
    expect((await press(api, start, 'Start', ['A'])).words).toContain('Round 1 of about 2')
  })

  it('goes on later by its link, even if both lists have changed since', async ({ api }) => {
    await makeLists(api, { 'It crashes': CRASHING })
    const made = await fillList(api.post('/v1/lists'), { name: 'It works' }, WORKING).expect(201)
    const round = await openPage(api, `${START}?answers=1wc`)
    const link = round.links.find((address) => address === `${PINNED}?answers=1wc`) ?? ''
    expect(round.words).toContain(`Save this page's link to go on later: https://www.example.com${link}`)
    const update = api.put('/v1/lists/it-works').set('Authorization', `Bearer ${made.headers['owner-key']}`)
    await fillList(update, { name: 'It works' }, { 'modlist.txt': '+Other\n' }).expect(200)
    expect((await openPage(api, link)).words.replaceAll(/ It works( version 1)?/g, '')).toBe(
      round.words.replaceAll(/ It works( version 1)?/g, ''),
    )
  })

  it.for([
    ['?answers=2wc', 'made by another version of this page'],
    ['?answers=1wx', 'it was cut off'],
    ['?answers=%00', 'it was cut off'],
    [`?answers=1${'u'.repeat(301)}`, 'There can be at most 300 answers.'],
    ['?answers=1cw', 'Nothing is asked for after the answers before this one.'],
    [
      '?answers=1w&keep=nothing',
      'The comparison has no such unit: "nothing". If a list has changed since, start again',
    ],
    ['?part=settings', 'The part must be mods or plugins.'],
  ] as const)(
    'refuses %s with 422 in words, with a link to start again, and stores nothing',
    async ([query, words], { api, db }) => {
      await fill(api)
      const before = await storedRows(db)
      const page = await openPage(api, START + query)
      expect([page.status, page.headings]).toEqual([422, ['Find the culprit']])
      expect(page.words).toContain(words)
      expect((await follow(api, page, 'Start again')).words).toContain('72 changes can be tested.')
      expect((await api.get(START + query).set('Accept', 'application/json')).body).toHaveProperty('errors')
      expect(await storedRows(db)).toEqual(before)
    },
  )

  it('refuses the answers of another comparison, and a download if nothing is asked for', async ({ api }) => {
    await fill(api)
    await makeLists(api, { Other: { 'modlist.txt': '+Mod 1\n-Mod 2\n' } })
    const { html } = await openPage(api, START)
    const [, id] = /name="keep\[\]" value="([^"]*)"[^>]*>\s*<span>Always take <bdi>New 7</.exec(html) ?? []
    expect((await openPage(api, `/compare/it-works/other/culprit?answers=1wc&keep=${id}`)).status).toBe(422)
    const ended = await openPage(api, `${START}?answers=1c&download=1`)
    expect(ended.status).toBe(422)
    expect(ended.words).toContain('There are no files, because nothing is asked for.')
    expect((await openPage(api, '/compare/it-works@9/it-crashes/culprit')).status).toBe(404)
  })
})

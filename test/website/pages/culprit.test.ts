import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/indexing.ts'
import { CRASHING, startGame, WORKING } from '../../support/profiles/crashing-pair.ts'
import { asBytes, fillList, makeLists } from '../../support/requests/forms.ts'
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

/** Returns the texts of the files in a zip, which are stored without compression. */
function filesInZip(zip: Buffer): Record<string, string> {
  const files: Record<string, string> = {}
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const [size, nameEnd] = [zip.readUInt32LE(at + 18), at + 30 + zip.readUInt16LE(at + 26)]
    const start = nameEnd + zip.readUInt16LE(at + 28)
    files[zip.toString('utf8', at + 30, nameEnd)] = zip.toString('utf8', start, start + size)
    at = start + size
  }
  return files
}

/** Returns the texts of the files in the zip that a page offers. */
const filesOfRound = async (api: Api, page: Opened) => filesInZip(await download(api, page))

/** Returns the names in the line of a round that begins like this. */
function namesAfter({ html }: Opened, start: RegExp): string[] {
  const line = html.split('<p class="hint">').find((part) => start.test(textOf(part))) ?? ''
  return [...(line.split('</p>')[0] ?? '').matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, name = '']) => textOf(name))
}

/** Returns the heading of the end, which names what was found. */
const foundIn = ({ headings }: Opened) => headings.find((heading) => /^It (is|may be) /.test(heading))

/** Plays from the start to the end as a person does. Checks each number that a round shows. */
async function search(api: Api, game: (modlist: string) => string) {
  let page = await openPage(api, `${PINNED}?answers=1`)
  let rounds = 0
  let most = Number.POSITIVE_INFINITY
  while (page.words.includes('Did it crash?')) {
    rounds++
    const [, round, about] = /Round (\d+) of about (\d+)/.exec(page.words) ?? []
    expect(Number(round)).toBe(rounds)
    expect(Number(about)).toBeGreaterThanOrEqual(rounds)
    most = Math.min(most, Number(about))
    for (const line of [/^(\d+) left of 72:/, /^Needed so far \((\d+)\):/]) {
      const [, count = '0'] = new RegExp(line.source.slice(1)).exec(page.words) ?? []
      expect(namesAfter(page, line)).toHaveLength(Number(count))
    }
    const zip = await downloaded(api, page)
    const [, taken] = /(\d+) of 72 changes/.exec(page.words) ?? []
    const moved = Number(taken) - switchedIn(zip)
    expect(moved).toBeGreaterThanOrEqual(0)
    expect(moved).toBeLessThanOrEqual(MOVED)
    page = await press(api, page, game(zip) === 'crashes' ? 'It crashed' : 'It worked')
  }
  return { page, rounds, most }
}

/** Counts the mods that were added, removed or switched in the modlist.txt of a zip. */
const switchedIn = (zip: string): number => {
  const before = new Set(WORKING['modlist.txt'].split('\r\n'))
  return zip.split('\r\n').filter((line) => /^[+-](Mod|New|Old) \d+$/.test(line) && !before.has(line)).length
}

describe('the page that finds a culprit', () => {
  it('is linked on the comparison, asks which list crashes, and says what is tested, what is not, and what to install', async ({
    api,
  }) => {
    await fill(api)
    const comparison = await openPage(api, '/compare/it-works/it-crashes')
    const page = await follow(api, comparison, 'Find the culprit')
    expect(page.headings).toEqual(['Find the culprit', 'Which one crashes on your computer?'])
    for (const part of [
      'It works and It crashes differ by 72 mods that can be tested. About 8 starts of the game find the one that crashes.',
      'Only in It works (8)',
      'Only in It crashes (41)',
      '1 setting differs too and is not tested.',
      '2 changes of plugins are in every set and not tested.',
      'Install the mods of both lists, and leave them installed',
    ]) {
      expect(page.words).toContain(part)
    }
    expect((await follow(api, page, 'It crashes crashes')).words).toContain('It works works, It crashes crashes')
    expect((await follow(api, page, 'It works crashes')).words).toContain('It crashes works, It works crashes')
    const untested = await follow(api, page, 'No: test both first (2 more rounds)')
    expect(untested.words).toContain('Round 1 of about 10 ')
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
      expect(
        foundIn(end.page)
          ?.split(/^It is | with /)
          .slice(1)
          .toSorted(),
      ).toEqual(culprits.toSorted())
      for (const name of culprits) {
        expect(end.page.html).toContain(`/games/TESV%20Skyrim%20SE/mods/${encodeURIComponent(name)}"`)
      }
      const start = culprits.length === 1 ? 'With it' : `With all ${culprits.length}`
      const [, crashed, worked] =
        new RegExp(`${start}, it crashed (\\d+) times?; without [\\w ]+, it worked (\\d+) times?\\.`).exec(
          end.page.words,
        ) ?? []
      expect(Number(crashed) + Number(worked)).toBe(end.rounds)
      expect(end.page.words).not.toMatch(/broken|faulty|bad mod/)
    },
  )

  it('offers the crashing list without what it found, as a merge makes it, and to search on without it', async ({
    api,
  }) => {
    const [works, crashes] = [
      { 'modlist.txt': '+B\n+A\n', 'plugins.txt': '*A.esp\n' },
      { 'modlist.txt': '+D\n+Bad\n+C\n+B\n+A\n', 'plugins.txt': '*A.esp\n*Bad.esp\n*C.esp\n' },
    ]
    await makeLists(api, { 'It works': works, 'It crashes': crashes })
    for (const first of ['/compare/it-works/it-crashes', '/compare/it-crashes/it-works']) {
      let page = await follow(api, await openPage(api, `${first}/culprit`), 'It crashes crashes')
      while (page.words.includes('Did it crash?')) {
        const game = startGame('Bad')((await filesOfRound(api, page))['modlist.txt'] ?? '')
        page = await press(api, page, game === 'crashes' ? 'It crashed' : 'It worked')
      }
      expect(foundIn(page)).toBe('It is Bad')
      const take = { mods: { removed: ['Bad'] }, plugins: { removed: ['Bad.esp'] } }
      const merged = await asBytes(api.post('/v1/compare/it-crashes/it-works/merge.zip').send({ take })).expect(200)
      expect(await filesOfRound(api, page)).toEqual(filesInZip(merged.body))

      const on = await follow(api, page, 'Search on without it')
      expect(on.words).toContain('Round 2 of about')
      expect((await filesOfRound(api, on))['modlist.txt']).toBe('+D\n+C\n+B\n+A\n')
      const end = await press(api, on, 'It worked')
      expect(end.words).toContain('It works with all other changes, so nothing else crashes.')
      expect(await filesOfRound(api, end)).toEqual(filesInZip(merged.body))
    }
  })

  it('lets the changes that every round has be chosen again if all are ticked', async ({ api }) => {
    await makeLists(api, { 'It works': { 'modlist.txt': '-A\n-B\n' }, 'It crashes': { 'modlist.txt': '+A\n+B\n' } })
    const first = await openPage(api, `${START}?answers=1`)
    const end = await press(api, first, 'Begin with these', ['A', 'B'])
    expect(end.words).toContain('All changes are in every set, so none is left to test.')
    const again = await follow(api, end, 'Choose again')
    const one = await press(api, again, 'Begin with these', ['A'])
    expect(one.words).toContain('Round 1 of about 2')
    expect(one.html.match(/<input type="checkbox" [^>]*checked/g)).toHaveLength(1)
  })

  it('goes on later by its link, even if both lists have changed since', async ({ api }) => {
    await makeLists(api, { 'It crashes': CRASHING })
    const made = await fillList(api.post('/v1/lists'), { name: 'It works' }, WORKING).expect(201)
    const round = await openPage(api, `${START}?answers=1wc`)
    const link = round.links.find((address) => address === `${PINNED}?answers=1wc`) ?? ''
    const update = api.put('/v1/lists/it-works').set('Authorization', `Bearer ${made.headers['owner-key']}`)
    await fillList(update, { name: 'It works' }, { 'modlist.txt': '+Other\n' }).expect(200)
    expect((await openPage(api, link)).words.replaceAll(/ It works( version 1)?/g, '')).toBe(
      round.words.replaceAll(/ It works( version 1)?/g, ''),
    )
  })

  it('says where the cause lies if the baselines show that it is none of the changes, and goes on with plugins', async ({
    api,
  }) => {
    await fill(api)
    const page = await openPage(api, `${START}?answers=1c`)
    expect(page.words).toContain('You said that It works works, but this set, which has none of the changes, crashed.')
    expect(page.words).toContain('It crashes without these changes too.')
    expect((await follow(api, page, 'Test it again')).words).toContain('Round 1 of about 10 ')
    expect((await follow(api, page, 'It works is the one that crashes')).words).toContain(
      'It crashes works, It works crashes',
    )
    expect(page.words).toContain('in the plugins or their order, settings, saves, the game itself or a driver')
    const plugins = await follow(api, page, 'Go on with the plugins')
    expect(plugins.words).toContain('0 of 2 changes in it.')
    expect(plugins.words).toContain('Round 1 of about 4')
    expect((await openPage(api, `${START}?answers=1wc&part=plugins`)).html).toContain('name="part" value="plugins"')
    const works = await openPage(api, `${START}?answers=1ww`)
    expect(works.words).toContain('You said that It crashes crashes, but this set, which has all its changes, worked.')
    expect(works.words).toContain('It works with all of these changes.')
    expect((await follow(api, works, 'Test it again')).words).toContain('Round 2 of about 10 ')
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
      expect((await follow(api, page, 'Start again')).words).toContain('72 mods that can be tested.')
      expect((await api.get(START + query).set('Accept', 'application/json')).body).toHaveProperty('errors')
      expect(await storedRows(db)).toEqual(before)
    },
  )

  it('refuses the answers of another comparison, and a download if nothing is asked for', async ({ api }) => {
    await fill(api)
    await makeLists(api, { Other: { 'modlist.txt': '+Mod 1\n-Mod 2\n' } })
    const { html } = await openPage(api, `${START}?answers=1`)
    const [, id] = /name="keep\[\]" value="([^"]*)"[^>]*>\s*<span>Always take <bdi>New 7</.exec(html) ?? []
    expect((await openPage(api, `/compare/it-works/other/culprit?answers=1wc&keep=${id}`)).status).toBe(422)
    const ended = await openPage(api, `${START}?answers=1c&download=1`)
    expect(ended.status).toBe(422)
    expect(ended.words).toContain('There are no files, because nothing is asked for.')
    expect((await openPage(api, '/compare/it-works@9/it-crashes/culprit')).status).toBe(404)
  })
})

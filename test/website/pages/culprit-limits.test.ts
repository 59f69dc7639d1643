import { describe, expect } from 'vitest'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { makeLists } from '../../support/requests/forms.ts'
import { BROWSER, openPage, textOf } from '../../support/website/pages.ts'

type Api = Parameters<typeof openPage>[0]

const START = '/compare/it-works/it-crashes/culprit'

/** Creates two lists whose mods are all off in one, and on in the other. */
const fill = (api: Api, names: readonly string[]) =>
  makeLists(api, {
    'It works': { 'modlist.txt': names.map((name) => `-${name}\n`).join('') },
    'It crashes': { 'modlist.txt': names.map((name) => `+${name}\n`).join('') },
  })
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `Mod ${at}`)

async function ticksOf(api: Api): Promise<string[]> {
  const { html } = await openPage(api, START)
  return [...html.matchAll(/name="keep\[\]" value="([^"]*)"/g)].map(([, id = '']) => id)
}

const start = (api: Api, ids: readonly string[]) =>
  api
    .post(START)
    .type('form')
    .set('Accept', BROWSER)
    .send(new URLSearchParams(ids.map((id) => ['keep[]', id])).toString())

describe('the page that finds a culprit', () => {
  it('takes up to 300 ticks from the form of 2,000 changes into an address, which later rounds keep', async ({
    api,
  }) => {
    await fill(api, numbered(2_000))
    const ids = await ticksOf(api)
    expect(ids).toHaveLength(2_000)
    expect((await openPage(api, START)).words).toContain('Every set has them. Tick at most 300.')
    const { headers } = await start(api, ids.slice(0, 300)).expect(303)
    const address = START + headers.location
    expect(address.length).toBeLessThan(8_000) // which proxies take, too
    const page = await openPage(api, `${address.replace('answers=1', 'answers=1wcw')}`)
    expect(page.words).toContain('Round 4 of about')
    expect(page.words).toMatch(/1575 of 2000 changes are in this round/)
  })

  it('says how many changes can be ticked if more are, from the form and in an address, and stores nothing', async ({
    api,
    db,
  }) => {
    await fill(api, numbered(2_000))
    const ids = await ticksOf(api)
    const before = await storedRows(db)
    const words = 'At most 300 changes can be in every round. Tick only those without which nothing would start.'
    for (const ticked of [ids, ids.slice(0, 301)]) {
      const { text, headers } = await start(api, ticked).expect(422)
      expect(textOf(text)).toContain(words)
      expect(headers['cache-control']).toBe('no-store')
    }
    const query = ids.slice(0, 301).map((id) => `&keep=${id}`)
    const page = await openPage(api, `${START}?answers=1${query.join('')}`)
    expect([page.status, page.words]).toEqual([422, expect.stringContaining(words)])
    expect(await storedRows(db)).toEqual(before)
  })

  it('says what to do about lists that differ in more than 2,000 changes', async ({ api }) => {
    await fill(api, numbered(2_001))
    const page = await openPage(api, START)
    expect([page.status, page.headings, page.title]).toEqual([
      422,
      ['Find the culprit'],
      expect.stringContaining('Find the culprit: These lists differ too much.'),
    ])
    expect(page.words).toContain(
      '2001 changes can be tested, and a search can have at most 2000. Take some of them over',
    )
    expect(page.words).not.toContain('Start again')
    expect(page.links).toContain('/compare/it-works/it-crashes')
    const { body } = await api.post(`/v1${START}`).send({}).expect(422)
    expect(Object.keys(body.errors)).toEqual(['units'])
  })

  it('shows names of strangers as text, with marks for what is invisible or turns the direction', async ({ api }) => {
    const names = ['<script>alert(1)</script>', 'txt.\u202Eexe', '\u200B', '"><img src=x>', "O'Neil & sons"]
    await fill(api, names)
    const texts: string[] = [(await openPage(api, START)).html]
    for (const letter of 'cwu') {
      for (let answers = letter === 'u' ? '1uc' : '1wc', isAsked = true; isAsked; answers += letter) {
        const { html, words, status } = await openPage(api, `${START}?answers=${answers}`)
        expect(status).toBe(200)
        texts.push(html)
        isAsked = words.includes('Did it crash?')
      }
    }
    expect(texts.filter((html) => html.includes('<h2>Found'))).toHaveLength(3)
    for (const html of texts)
      expect(html).not.toMatch(/<script>alert|<img src=x|[\u202A-\u202E\u2066-\u2069]|<bdi>\u200B<\/bdi>/u)
    const { words } = await openPage(api, `${START}?answers=1wc`)
    for (const name of ['<script>alert(1)</script>', 'txt.⟨U+202E⟩exe', '\uFFFD', '"><img src=x>', "O'Neil & sons"])
      expect(words).toContain(name)
    const unknown = await openPage(api, `${START}?answers=1&keep=${encodeURIComponent('<b>\u202Ex')}`)
    expect([unknown.status, unknown.words]).toEqual([422, expect.stringContaining('"<b>⟨U+202E⟩x"')])
    expect(unknown.html).not.toMatch(/<b>⟨|\u202E/)
  })
})

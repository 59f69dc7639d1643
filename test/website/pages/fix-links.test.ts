import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList, makeLists } from '../../support/requests/forms.ts'
import { openPage } from '../../support/website/pages.ts'

type Api = ReturnType<typeof supertest>

const PATH = '/compare/it-crashes/it-works'

/** Makes both lists, and returns a function that updates the second one. */
async function makePair(api: Api, crashes: string, works: string) {
  await makeLists(api, { 'It crashes': { 'modlist.txt': crashes } })
  const made = await fillList(api.post('/v1/lists'), { name: 'It works' }, { 'modlist.txt': works }).expect(201)
  return async (modlist: string, fields: Record<string, string> = {}) => {
    const request = api.put('/v1/lists/it-works').set('Authorization', `Bearer ${made.headers['owner-key']}`)
    await fillList(request, { name: 'It works', ...fields }, { 'modlist.txt': modlist }).expect(200)
  }
}

/** Returns the ticks that the page's own links have for a text of ticks. */
async function linkOf(api: Api, take: string): Promise<string> {
  const { links } = await openPage(api, `${PATH}?tab=mods&take=${take}`)
  const link = links.find((one) => one.includes('short=1')) ?? ''
  return new URLSearchParams(link.split('?')[1]).get('take') ?? ''
}

const open = (api: Api, take: string) => openPage(api, `${PATH}?take=${encodeURIComponent(take)}`)

/** Returns the names of ticked rows. */
const tickedOn = (html: string) =>
  [...html.matchAll(/name="take" value="[^"]*" checked aria-label="([^"]*)"/g)].map(([, name]) => name)

describe('a fix link whose lists have changed', () => {
  it('names each change that no longer fits, on both of its pages, and keeps the rest', async ({ api }) => {
    const update = await makePair(api, '+Own\n+SkyUI\n-Campfire\n', '+SkyUI\n+Campfire\n+Frostfall\n+Wet\n')
    const link = await linkOf(api, 'm*')
    await update('+SkyUI\n-Campfire\n+Frostfall\n')
    const { html, words } = await open(api, link)
    expect(tickedOn(html)).toEqual(['Own', 'Frostfall'])
    const note =
      'A list has changed since this link was made. 2 ticked changes of the link no longer fit. 2 rows are ticked. ' +
      'No longer a change of these lists: Wet Campfire '
    expect(words).toContain(note)
    expect((await openPage(api, `${PATH}?tab=mods&take=${encodeURIComponent(link)}`)).words).toContain(note)
  })

  it('ticks only changes that there were when it was made, also if it says "all but"', async ({ api }) => {
    const many = Array.from({ length: 80 }, (_, at) => `+Mod ${at}\n`).join('')
    const update = await makePair(api, '+SkyUI\n', `+SkyUI\n${many}+Left out\n`)
    const all = await openPage(api, PATH)
    const [, leftOut] = /value="([^"]*)"[^>]* aria-label="Left out"/.exec(all.html) ?? []
    const link = await linkOf(api, `m*${leftOut}`)
    expect(link).toMatch(new RegExp(`^m\\*${leftOut}\\.~[\\w-]{6}1-1$`))
    await update(`+SkyUI\n${many.replace('+Mod 7\n', '')}+Left out\n+Later\n`)
    const { html, words } = await open(api, link)
    expect(tickedOn(html)).toHaveLength(79)
    expect(tickedOn(html)).not.toContain('Later')
    expect(tickedOn(html)).not.toContain('Left out')
    expect(words).toContain('1 ticked change of the link no longer fits. 79 rows are ticked.')
    expect(words).toContain('No longer a change of these lists: Mod 7 ')
  })

  it('counts what no longer fits without its name if the revision was unlisted, or no longer exists', async ({
    api,
  }) => {
    const update = await makePair(api, '+SkyUI\n', '+SkyUI\n+Frostfall\n')
    await update('+SkyUI\n+Secret\n+Frostfall\n', { private: '1' })
    const link = await linkOf(api, 'm*')
    await update('+SkyUI\n+Frostfall\n', { private: '0' })
    for (const take of [link, link.replace('1-2', '1-9'), link.replace('1-2', '1-99999999999'), `${link}x`]) {
      const { html, words, status } = await open(api, take)
      expect([take, status, tickedOn(html)]).toEqual([take, 200, ['Frostfall']])
      expect(words).toContain('1 ticked change of the link no longer fits. 1 row is ticked.')
      expect(html).not.toContain('Secret')
    }
  })
})

import { describe, expect } from 'vitest'
import { it } from '../../support/indexing.ts'
import { startGame } from '../../support/profiles/crashing-pair.ts'
import { CRASHING_PROFILE, openAndClose, type Profile, WORKING_PROFILE } from '../../support/profiles/installed-pair.ts'
import { makeLists } from '../../support/requests/forms.ts'
import { download, filesInZip, follow, press } from '../../support/website/culprit-page.ts'
import { openPage } from '../../support/website/pages.ts'

describe('a person with two profiles of Mod Organizer', () => {
  it.for([
    [['New 20'], 1],
    [['New 4', 'Unofficial Patch 86'], 2],
    [['Old Mod 2.0', 'New 30', 'New 9'], 3],
  ] as const)('finds %j by downloads and buttons, without a script', async ([culprits, size], { api, indexMods }) => {
    await makeLists(api, { 'It works': WORKING_PROFILE, 'It crashes': CRASHING_PROFILE })
    await indexMods()
    const game = startGame(...culprits)
    const open = (files: Profile) => openAndClose(files)
    expect(game(open(WORKING_PROFILE)['modlist.txt'])).toBe('works')
    expect(game(open(CRASHING_PROFILE)['modlist.txt'])).toBe('crashes')

    let page = await openPage(api, '/compare/it-works/it-crashes')
    page = await follow(api, page, 'Find the culprit')
    const changes = Number(/(\d+) changes can be tested/.exec(page.words)?.[1])
    expect(changes).toBeGreaterThan(50)
    page = await press(api, page, 'Start')
    let [rounds, about] = [0, Number.POSITIVE_INFINITY]
    while (page.words.includes('Did it crash?')) {
      const [, round, all] = /Round (\d+) of about (\d+)/.exec(page.words) ?? []
      expect(Number(round)).toBe(++rounds)
      if (size === 1) expect(Number(all)).toBeLessThanOrEqual(about)
      about = Number(all)
      const files = filesInZip(await download(api, page))
      expect(Object.keys(files)).toEqual(['modlist.txt', 'plugins.txt', 'loadorder.txt'])
      const { 'modlist.txt': modlist } = open(files as Profile)
      page = await press(api, page, game(modlist) === 'crashes' ? 'Crashes' : 'Works')
    }
    if (size === 1) expect(about).toBe(rounds)
    expect(rounds).toBeLessThanOrEqual(size * (Math.ceil(Math.log2(changes)) + 2) - 1 + 2)
    expect(page.words).toContain(`Found (${size})`)
    for (const name of culprits) expect(page.html).toContain(`/mods/${encodeURIComponent(name)}"`)
  })
})

import { describe, expect } from 'vitest'
import { joinAs, uploadBy } from '../../support/accounts/people.ts'
import { it } from '../../support/indexing.ts'
import { textOf } from '../../support/website/pages.ts'

describe("the tabs of the reader's account", () => {
  it('show the lists in rows with game, numbers, badges, the link to copy and the edit page', async ({
    api,
    indexMods,
  }) => {
    const { browser } = await joinAs(api, 'Ann')
    await uploadBy(api, browser, { name: 'Secret', version: '2.0', expires: '1w', private: '1' }).expect(303)
    await uploadBy(api, browser, { name: 'Mine' }).expect(303)
    await indexMods()
    const { text } = await browser.open('/account')
    const rows = [...text.matchAll(/<li>(.*?)<\/li>/gs)].map(([row]) => row)
    expect(rows.map(textOf)).toEqual([
      'Mine TESV Skyrim SE 2 mods Copy link of Mine Edit Mine updated 20 Nov 2026',
      'Secret 2.0 TESV Skyrim SE 2 mods unlisted expires in 7 days Copy link of Secret Edit Secret updated 20 Nov 2026',
    ])
    expect(rows[1]).toContain('data-text="https://www.example.com/lists/secret-')
    expect(rows[1]).toMatch(/href="\/lists\/secret-[a-z0-9]+\/edit"/)
    await uploadBy(api, browser, { name: 'Mine' }).expect(303)
    const alike = textOf((await browser.open('/account')).text)
    for (const slug of ['mine', 'mine-2']) expect(alike).toContain(`Mine TESV Skyrim SE ${slug} `)
  })
})

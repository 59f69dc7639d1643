import { describe, expect } from 'vitest'
import { it } from '../../support/history.ts'
import { API, feed, markdown, mods, numbers, page } from '../../support/requests/changelog.ts'

describe('GET /v1/lists/{slug}/changelog', () => {
  it('returns a hundred revisions, ten a page, and compares across pages', async ({ api, save }) => {
    for (let revision = 1; revision <= 100; revision++) await save({}, mods('A', `Mod ${revision}`))
    for (const [number, newest] of [
      [1, 100],
      [4, 70],
      [10, 10],
    ] as const) {
      const body = await page(api, `?x=y&page[size]=3&page[number]=${number}`)
      expect(numbers(body)).toEqual(
        Array.from({ length: 10 }, (_, at) => [newest - at, newest - at === 1 ? null : newest - at - 1]),
      )
      expect(body.data[0].changes.mods.added).toMatchObject([{ name: `Mod ${newest}` }])
      expect(body.data[8].changes.mods.removed).toMatchObject([{ name: `Mod ${newest - 9}` }])
      expect(body.meta).toMatchObject({ current_page: number, per_page: 10, last_page: 10, total: 100 })
    }
    const past = await page(api, '?page=11')
    expect(past).toMatchObject({ data: [], meta: { from: null, to: null, total: 100 } })
    expect((await page(api, '?page[size]=all&page=2')).meta.current_page).toBe(2)
    expect((await page(api, '?x=y')).links.next).toBe(`${API}/v1/lists/my-list/changelog?x=y&page%5Bnumber%5D=2`)
    expect((await markdown(api)).match(/^## Revision \d+/gm)).toHaveLength(10)
    expect((await feed(api)).entries).toHaveLength(10)
  })
})

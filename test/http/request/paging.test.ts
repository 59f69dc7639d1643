import fc from 'fast-check'
import { expect, it } from 'vitest'
import { envelope, type Page, requestedPage } from '../../../src/http/request/paging.ts'

const PATH = 'https://api.example.com/v1/lists'

const pages = fc.record({
  size: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 5 })),
  number: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 1e12 })),
})
const totals = fc.oneof(fc.nat({ max: 2000 }), fc.nat({ max: 1_000_000 }))

/** Returns the number of items on a page, as a model of what the database returns. */
const shownOn = ({ size, number }: { size: number; number: number }, total: number) =>
  Math.max(0, Math.min(size, total - (number - 1) * size))

const make = (page: Page, total: number, shown: number, search = '') =>
  envelope(page, { path: PATH, search, total, shown })

/** Returns the page that a link requests. */
function pageOf(url: string) {
  const parameters = new URL(url).searchParams
  return requestedPage(Object.fromEntries(parameters))
}

it('the envelope of a page covers each item exactly once on all pages together', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.nat({ max: 500 }), (size, total) => {
      const items: number[] = []
      for (let next: string | null = `${PATH}?page[size]=${size}`; next !== null; ) {
        const page = pageOf(next) as { size: number; number: number }
        const { links, meta } = make(page, total, shownOn(page, total), new URL(next).search.slice(1))
        for (let item = meta.from ?? 1; item <= (meta.to ?? 0); item++) items.push(item)
        next = links.next
      }
      expect(items).toEqual(Array.from({ length: total }, (_, index) => index + 1))
    }),
  )
})

it('the envelope of a page has the same counts as the model, on any page', () => {
  fc.assert(
    fc.property(pages, totals, (page, total) => {
      const shown = shownOn(page, total)
      const { links, meta } = make(page, total, shown)
      const last = Math.max(1, Math.ceil(total / page.size))

      expect(meta).toMatchObject({
        current_page: page.number,
        last_page: last,
        per_page: page.size,
        total,
        path: PATH,
      })
      expect([meta.from, meta.to]).toEqual(
        shown === 0 ? [null, null] : [(page.number - 1) * page.size + 1, (page.number - 1) * page.size + shown],
      )
      expect([pageOf(links.first).number, pageOf(links.last).number]).toEqual([1, last])
      expect(links.prev === null).toBe(page.number === 1)
      expect(links.next === null).toBe(page.number >= last)
      if (links.next) expect(pageOf(links.next).number).toBe(page.number + 1)
      if (links.prev) expect(pageOf(links.prev).number).toBe(Math.min(page.number - 1, last))
    }),
  )
})

it('the envelope of a page has entries between Previous and Next that link to their pages', () => {
  fc.assert(
    fc.property(pages, totals, (page, total) => {
      const { links, meta } = make(page, total, shownOn(page, total))
      const entries = meta.links.slice(1, -1)

      expect(meta.links[0]).toEqual({ url: links.prev, label: '&laquo; Previous', active: false })
      expect(meta.links.at(-1)).toEqual({ url: links.next, label: 'Next &raquo;', active: false })
      for (const { url, label, active } of entries) {
        expect(active).toBe(label === String(page.number))
        if (url === null) expect(label).toBe('...')
        else expect(String(pageOf(url).number)).toBe(label)
      }
    }),
  )
})

it('the envelope of a page links all of up to 100 pages; of more pages, both ends and three pages on each side', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 320 }), (last, number) => {
      const labels = make({ size: 1, number }, last, number <= last ? 1 : 0)
        .meta.links.slice(1, -1)
        .map(({ label }) => label)
      const all = Array.from({ length: last }, (_, index) => index + 1)
      const near = (page: number) => page <= 2 || page > last - 2 || Math.abs(page - number) <= 3
      const kept = last <= 100 ? all : all.filter(near)

      expect(labels.filter((label) => label !== '...')).toEqual(kept.map(String))
      const gaps = kept.filter((page, index) => index > 0 && page !== (kept[index - 1] ?? 0) + 1)
      expect(labels.filter((label) => label === '...')).toHaveLength(gaps.length)
      for (const page of gaps) expect(labels[labels.indexOf(String(page)) - 1]).toBe('...')
    }),
  )
})

it('the envelope of a page keeps the other parameters in all links, with encoded brackets', () => {
  const key = fc.constantFrom('filter[author]', 'filter[game]', 'sort', 'query', 'q', 'ü&=')
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.string({ unit: 'grapheme' }))), pages, (others, page) => {
      const search = new URLSearchParams([...others, ['page[size]', String(page.size)], ['page', '7']]).toString()
      const { links, meta } = make(page, 5000, shownOn(page, 5000), search)

      for (const url of [links.first, links.last, ...meta.links.flatMap((link) => link.url ?? [])]) {
        expect(url.startsWith(`${PATH}?`)).toBe(true)
        expect(url).toContain('page%5Bnumber%5D=')
        expect(url).not.toMatch(/[[\]]/)
        const parameters = [...new URL(url).searchParams].filter(([name]) => !name.startsWith('page'))
        expect(parameters).toEqual(others)
        expect(pageOf(url).size).toBe(page.size)
      }
    }),
  )
})

it('the envelope of a page is a single page for page[size]=all', () => {
  fc.assert(
    fc.property(totals, (total) => {
      const { links, meta } = make({ size: 'all', number: 1 }, total, total, 'page[size]=all')

      expect(meta).toMatchObject({ current_page: 1, last_page: 1, per_page: total, total })
      expect([meta.from, meta.to]).toEqual(total === 0 ? [null, null] : [1, total])
      expect(links).toEqual({
        first: `${PATH}?page%5Bsize%5D=all&page%5Bnumber%5D=1`,
        last: `${PATH}?page%5Bsize%5D=all&page%5Bnumber%5D=1`,
        prev: null,
        next: null,
      })
      expect(meta.links.map(({ label }) => label)).toEqual(['&laquo; Previous', '1', 'Next &raquo;'])
    }),
  )
})

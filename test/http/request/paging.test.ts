import fc from 'fast-check'
import { expect, it } from 'vitest'
import { envelope, type Page, requestedPage } from '../../../src/http/request/paging.ts'

const PATH = 'https://api.example.com/v1/lists'

const pages = fc.record({
  size: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 5 })),
  number: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 1e12 })),
})

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

import { z } from 'zod'

const DEFAULT_SIZE = 30
const MAX_SIZE = 900

/**
 * Up to ALL_LINKED pages, each has a link. Beyond that, only those AT_ENDS and AROUND the current one do (docs/api.md#pages).
 */
const ALL_LINKED = 100
const AT_ENDS = 2
const AROUND = 3

export interface Page {
  /** `all` is one page of everything. */
  size: number | 'all'
  number: number
}

/** A parameter that was sent more than once is an array in Fastify. The last one counts, as in PHP. */
export const lastOf = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value)

/** An empty parameter, as a form with blank inputs sends it, asks for nothing. */
export const optionalParameter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (lastOf(value) === '' ? undefined : lastOf(value)), schema.optional())

const number = z
  .preprocess(lastOf, z.string().regex(/^0*[1-9]\d{0,14}$/, 'The page number must be a whole number of at least 1.'))
  .optional()
const integer = { type: 'integer', pattern: undefined, minimum: 1 } as const

const size = z
  .preprocess(
    lastOf,
    z.string().refine((text) => text === 'all' || (/^0*[1-9]\d*$/.test(text) && Number(text) <= MAX_SIZE), {
      error: `The page size must be a whole number from 1 to ${MAX_SIZE}, or "all".`,
    }),
  )
  .optional()
  .meta({
    description: `Lists on a page: 1 to ${MAX_SIZE}, or \`all\` for one page of everything. ${DEFAULT_SIZE} if left out.`,
    type: undefined, // the query has it as text
    anyOf: [
      { type: 'integer', minimum: 1, maximum: MAX_SIZE },
      { type: 'string', enum: ['all'] },
    ],
  })

/** The query parameters of a page, to be spread into a route's schema. `page=2` is short for `page[number]=2`. */
export const pageParameters = {
  'page[size]': size,
  'page[number]': number.meta({
    description: 'The page, from 1. A page past the end is empty. Ignored with `page[size]=all`.',
    ...integer,
  }),
  page: number.meta({ description: 'Short for `page[number]`, which takes precedence.', ...integer }),
}

/**
 * Preprocesses a query: drops the page number, valid or not, if `page[size]` is `all` (docs/api.md#pages).
 */
export function ignoreNumberOfAll(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query
  const { 'page[number]': _, page: __, ...rest } = query as Record<string, unknown>
  return lastOf(rest['page[size]']) === 'all' ? rest : query
}

const PageLinks = z
  .object({
    first: z.string().describe('Address of the first page.'),
    last: z.string().describe('Address of the last page.'),
    prev: z.string().nullable().describe('Address of the page before; null on the first one.'),
    next: z.string().nullable().describe('Address of the page after; null on the last one.'),
  })
  .meta({ id: 'PageLinks', description: 'Absolute addresses, which keep the other parameters of the request.' })

const PageLink = z
  .object({
    url: z.string().nullable().describe('Null where there is no such page, and where pages are left out.'),
    label: z.string().describe('Text in HTML: `&laquo; Previous`, a number, `...` or `Next &raquo;`.'),
    active: z.boolean().describe('Whether it is the current page.'),
  })
  .meta({ id: 'PageLink', description: 'An entry of the pager that a website shows.' })

const PageMeta = z
  .object({
    current_page: z.int().describe('Number of the page.'),
    from: z.int().nullable().describe('Position of its first list among all; null if it has none.'),
    last_page: z.int().describe('Number of the last page.'),
    links: z
      .array(PageLink)
      .describe(`One for each page up to ${ALL_LINKED}; beyond, only the ends and the neighbours.`),
    path: z.string().describe('Address of the collection.'),
    per_page: z.int().describe('Lists on a full page.'),
    to: z.int().nullable().describe('Position of its last list among all; null if it has none.'),
    total: z.int().describe('Lists on all pages.'),
  })
  .meta({ id: 'PageMeta', description: 'Where the page stands.' })

/** The response schema of a page of `item` (docs/api.md#pages). */
export const paged = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), links: PageLinks, meta: PageMeta })

/** The page that validated query parameters ask for. */
export function requestedPage(query: { [name in keyof typeof pageParameters]?: string | undefined }): Page {
  const asked = query['page[size]'] ?? String(DEFAULT_SIZE)
  return {
    size: asked === 'all' ? 'all' : Number(asked),
    number: Number(query['page[number]'] ?? query.page ?? 1),
  }
}

/**
 * The links and meta of a page. `path` is the absolute address of the collection, `search` the query string as it was
 * sent, whose parameters every link keeps. `shown` is the number of items on the page.
 */
export function envelope(
  page: Page,
  { path, search, total, shown }: { path: string; search: string; total: number; shown: number },
) {
  const size = page.size === 'all' ? total : page.size
  const last = Math.max(1, Math.ceil(total / Math.max(1, size)))
  const current = page.number
  const from = shown === 0 ? null : (current - 1) * size + 1
  const url = pageAddress(path, search)
  const prev = current > 1 ? url(Math.min(current - 1, last)) : null
  const next = current < last ? url(current + 1) : null

  return {
    links: { first: url(1), last: url(last), prev, next },
    meta: {
      current_page: current,
      from,
      last_page: last,
      links: [
        { url: prev, label: '&laquo; Previous', active: false },
        ...linkedPages(current, last).map((number) =>
          number === null
            ? { url: null, label: '...', active: false }
            : { url: url(number), label: String(number), active: number === current },
        ),
        { url: next, label: 'Next &raquo;', active: false },
      ],
      path,
      per_page: size,
      to: from === null ? null : from + shown - 1,
      total,
    },
  }
}

function pageAddress(path: string, search: string): (number: number) => string {
  const parameters = linkedParameters(search)
  const address = `${path}?${parameters}${parameters === '' ? '' : '&'}${NUMBER}`
  return (number) => address + number
}

/** `page[number]=`, encoded. */
const NUMBER = 'page%5Bnumber%5D='

/** The parameters that every link keeps: all but the page number. */
export function linkedParameters(search: string): string {
  const parameters = new URLSearchParams(search)
  for (const name of ['page', 'page[number]']) parameters.delete(name)
  return parameters.toString()
}

/** The page numbers that get a link; null stands for a gap between two of them. */
function linkedPages(current: number, last: number): (number | null)[] {
  if (last <= ALL_LINKED) return range(1, last)
  const around = range(current - AROUND, current + AROUND).filter((number) => number >= 1 && number <= last)
  const numbers = [...new Set([...range(1, AT_ENDS), ...around, ...range(last - AT_ENDS + 1, last)])].sort(
    (a, b) => a - b,
  )
  return numbers.flatMap((number, index) => (number > (numbers[index - 1] ?? 0) + 1 ? [null, number] : [number]))
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

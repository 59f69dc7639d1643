import { z } from 'zod'

/** Number of things on a page of the API, of the website and of a feed, unless the request says otherwise. */
export const DEFAULT_PAGE_SIZE = 30
export const MAX_PAGE_SIZE = 900

/** Up to ALL_LINKED pages, all have links; beyond, AT_ENDS at each end and AROUND beside the current one. */
const ALL_LINKED = 100
const AT_ENDS = 2
const AROUND = 3

export interface Page {
  /** Number of lists on a page. `all` means one page of all lists. */
  size: number | 'all'
  number: number
}

/** Returns the last value of a parameter that was sent several times, which Fastify parses as an array. */
export const lastOf = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value)

/** Returns a schema for an optional parameter. Blank inputs of forms send empty parameters, which count as omitted. */
export const optionalParameter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (lastOf(value) === '' ? undefined : lastOf(value)), schema.optional())

const number = z
  .preprocess(lastOf, z.string().regex(/^0*[1-9]\d{0,14}$/, 'The page number must be a whole number of at least 1.'))
  .optional()
const integer = { type: 'integer', pattern: undefined, minimum: 1 } as const

const isSize = (text: string): boolean => /^0*[1-9]\d*$/.test(text) && Number(text) <= MAX_PAGE_SIZE
const SIZE_RULE = `The page size must be a whole number from 1 to ${MAX_PAGE_SIZE}`
const SIZE_TYPE = { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE } as const

const sizeParameter = (isValid: (text: string) => boolean, error: string) =>
  z.preprocess(lastOf, z.string().refine(isValid, { error })).optional()

/** The parameter `page[size]` of a collection that is never sent whole. */
export const boundedSize = sizeParameter(isSize, `${SIZE_RULE}.`).meta(SIZE_TYPE)

const size = sizeParameter((text) => text === 'all' || isSize(text), `${SIZE_RULE}, or "all".`).meta({
  description: `Lists on a page: 1 to ${MAX_PAGE_SIZE}, or \`all\` for all lists. ${DEFAULT_PAGE_SIZE} by default.`,
  type: undefined, // text in the query
  anyOf: [SIZE_TYPE, { type: 'string', enum: ['all'] }],
})

/** The paging parameters of a query, to be spread into a route's schema. `page=2` is short for `page[number]=2`. */
export const pageParameters = {
  'page[size]': size,
  'page[number]': number.meta({
    description: 'Page number, from 1. A page past the end is empty. Ignored with `page[size]=all`.',
    ...integer,
  }),
  page: number.meta({ description: 'Short for `page[number]`, which takes precedence.', ...integer }),
}

/** Removes the page number, valid or not, from a query with `page[size]=all` (docs/api.md#pages). */
export function ignoreNumberOfAll(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query
  const { 'page[number]': _, page: __, ...rest } = query as Record<string, unknown>
  return lastOf(rest['page[size]']) === 'all' ? rest : query
}

const PageLinks = z
  .object({
    first: z.string().describe('Address of the first page.'),
    last: z.string().describe('Address of the last page.'),
    prev: z.string().nullable().describe('Address of the previous page. Null on the first page.'),
    next: z.string().nullable().describe('Address of the next page. Null on the last page.'),
  })
  .meta({ id: 'PageLinks', description: 'Absolute addresses. They keep the other parameters of the request.' })

const PageLink = z
  .object({
    url: z.string().nullable().describe('Address of the page. Null if it does not exist, and for `...`.'),
    label: z.string().describe('HTML text: `&laquo; Previous`, a page number, `...` or `Next &raquo;`.'),
    active: z.boolean().describe('Whether it is the current page.'),
  })
  .meta({ id: 'PageLink', description: 'An entry of the pager, for websites.' })

/** Fields of `meta` in responses from the index of mods. */
export const IndexMeta = z.object({
  index: z
    .object({ complete: z.literal(false) })
    .optional()
    .describe('Only while the lists that were stored before the index of mods are being read.'),
})

const position = (which: string) =>
  z.int().nullable().describe(`Position of the ${which} list of this page among all lists. Null if the page is empty.`)

const PageMeta = z
  .object({
    current_page: z.int().describe('Number of this page.'),
    from: position('first'),
    last_page: z.int().describe('Number of the last page.'),
    links: z
      .array(PageLink)
      .describe(
        `One for each page. If there are more than ${ALL_LINKED}, only the pages at both ends and around this one.`,
      ),
    path: z.string().describe('Address of the collection.'),
    per_page: z.int().describe('Number of lists on a full page.'),
    to: position('last'),
    total: z.int().describe('Number of lists on all pages.'),
    ...IndexMeta.shape,
  })
  .meta({ id: 'PageMeta', description: 'Position of the page among all pages.' })

export const paged = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), links: PageLinks, meta: PageMeta })

/** Returns the page that validated query parameters request. */
export function requestedPage(query: { [name in keyof typeof pageParameters]?: string | undefined }): Page {
  const asked = query['page[size]'] ?? String(DEFAULT_PAGE_SIZE)
  return {
    size: asked === 'all' ? 'all' : Number(asked),
    number: Number(query['page[number]'] ?? query.page ?? 1),
  }
}

/** A part of a collection: how many items come before it, and how many it has at most. */
export interface Range {
  skip: number
  take: number
}

/** Maximum number of items of `page[size]=all`. Lists are streamed instead. */
const ALL = 100_000

export const rangeOf = ({ size, number }: Page): Range =>
  size === 'all' ? { skip: 0, take: ALL } : { skip: (number - 1) * size, take: size }

/** Returns the links and meta of a page. `path` is absolute; links keep the parameters of `search`. */
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

const NUMBER = 'page%5Bnumber%5D='

/** Returns the parameters that every link keeps: all except the page number. */
export function linkedParameters(search: string): string {
  const parameters = new URLSearchParams(search)
  for (const name of ['page', 'page[number]']) parameters.delete(name)
  return parameters.toString()
}

/** Returns the page numbers that get a link, with null for each gap. */
function linkedPages(current: number, last: number): (number | null)[] {
  if (last <= ALL_LINKED) return range(1, last)
  const around = range(current - AROUND, current + AROUND).filter((number) => number >= 1 && number <= last)
  const numbers = [...new Set([...range(1, AT_ENDS), ...around, ...range(last - AT_ENDS + 1, last)])].sort(
    (a, b) => a - b,
  )
  return numbers.flatMap((number, index) => (number > (numbers[index - 1] ?? 0) + 1 ? [null, number] : [number]))
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

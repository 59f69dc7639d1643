import { readFileSync } from 'node:fs'
import { eachOptionalText } from '../../../src/lists/text-fields.ts'
import { readListing } from '../../../src/load-order/reading/listing.ts'
import { DEFAULT_SITE } from '../../../src/site-info.ts'
import { ListPage, type ListPageData } from '../../../src/website/list/page.tsx'
import { DEFAULT_QUERY } from '../../../src/website/list/query.ts'
import { documentOf } from '../../../src/website/parts/document.tsx'
import { profileFiles, textOf } from '../../support/texts.ts'

/*
 * Runs in a separate process. Writes one line of JSON: the processor time for rendering each of the first pages of a
 * list, in milliseconds.
 */
const PAGES = 5
const MODS = 4_000

const NOW = new Date(0)
const LIST: Omit<ListPageData, 'listing'> = {
  site: { base: '', url: '', info: DEFAULT_SITE },
  now: NOW,
  list: {
    name: 'Made up',
    slug: 'made-up',
    url: '',
    ...eachOptionalText(() => null),
    private: false,
    expires: null,
    created: NOW.toISOString(),
    updated: NOW.toISOString(),
    author: null,
    game: { id: 1, name: 'Game', lists_count: null },
    links: { url: '', self: '' },
  },
  revision: null,
  version: { number: 1, note: null, revisions: 1 },
  query: DEFAULT_QUERY,
  files: [],
  similar: [],
  ownerKey: undefined,
}

/** Returns the processor time of this thread in milliseconds, as reported by Linux. */
const used = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6

const pages = Array.from({ length: PAGES }, (_, variant): ListPageData => {
  const files = Object.entries(profileFiles(MODS, variant)).map(([name, lines]) => ({ name, text: textOf(lines) }))
  return { ...LIST, listing: readListing(files) }
})
const took = pages.map((page) => {
  const before = used()
  documentOf(ListPage(page))
  return used() - before
})
process.stdout.write(`${JSON.stringify(took)}\n`)

import type { FastifyInstance } from 'fastify'
import type { Listing } from '../../load-order/reading/listing.ts'
import { documentOf } from '../parts/document.tsx'
import { ListPage, type ListPageData } from './page.tsx'

/*
 * What renders pages is compiled by the engine only once it has run for a while: the first page of a list of 4,000 mods
 * takes a process twice as long as later ones. So a process that listens renders a small list that it makes up, a few
 * times, in pieces shorter than any request: nobody waits for it, least of all who waits for the process to be up.
 * Measured by `npm run bench -- website`.
 */
const ROWS = 200
const TIMES = 10
const PAUSE_MS = 10

/** Who waits for the process to listen has asked by then. */
const START_MS = 100

/** Has the first pages of a process rendered as fast as later ones. */
export function warmUp(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  let times = 0
  const render = () => {
    documentOf(<ListPage {...MADE_UP} />)
    if (++times < TIMES) timer = setTimeout(render, PAUSE_MS).unref()
  }
  app.addHook('onListen', (done) => {
    timer = setTimeout(render, START_MS).unref()
    done()
  })
  app.addHook('preClose', (done) => {
    clearTimeout(timer)
    done()
  })
}

const rows = <Row,>(row: (at: number) => Row) => Array.from({ length: ROWS }, (_, at) => row(at))
const file = 'modlist.txt'
const counts = { on: ROWS, off: ROWS, other: 0 }

const LISTING: Listing = {
  mods: {
    file,
    counts,
    groups: [
      {
        separator: null,
        entries: rows((at) => ({
          kind: 'mod',
          name: `Mod ${at}`,
          enabled: at % 9 > 0,
          priority: at,
          line: at + 1,
        })),
      },
    ],
  },
  plugins: {
    counts,
    entries: rows((at) => ({
      name: `Plugin ${at}.esp`,
      enabled: at % 9 > 0,
      index: at,
      order: { file: 'loadorder.txt', line: at + 1 },
      state: { file: 'plugins.txt', line: at + 1 },
    })),
  },
  settings: [],
  notes: [],
  files: [],
}

const NOW = new Date(0)

export const MADE_UP: ListPageData = {
  site: { base: '', url: '' },
  now: NOW,
  list: {
    name: 'Made up',
    version: null,
    slug: 'made-up',
    url: '',
    description: null,
    website: null,
    discord: null,
    readme: null,
    private: false,
    expires: null,
    created: NOW.toISOString(),
    updated: NOW.toISOString(),
    author: null,
    game: { id: 1, name: 'Game', lists_count: null },
    links: { url: '', self: '' },
  },
  revision: null,
  files: [],
  listing: LISTING,
  ownerKey: undefined,
}

import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import fastify from 'fastify'
import { readListing } from '../../src/load-order/reading/listing.ts'
import { ListPage, type ListPageData } from '../../src/website/list/page.tsx'
import { MADE_UP, warmUp } from '../../src/website/list/warm-up.tsx'
import { documentOf } from '../../src/website/parts/document.tsx'
import { profileFiles, textOf } from '../support/texts.ts'

/*
 * In a process of its own: what rendering the page of a list takes that is the first of the process, and the next ones,
 * in milliseconds of the processor, as one line of JSON. With an argument a moment after it has begun to listen.
 */
const PAGES = 5
const MODS = 4_000
const MOMENT_MS = 1_500

const app = fastify()
if (process.argv[2] !== undefined) warmUp(app)
await app.listen({ host: '127.0.0.1', port: 0 })
await setTimeout(MOMENT_MS)

/** What this thread has used of the processor, from Linux: without what else the machine does. */
const used = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6

const pages = Array.from({ length: PAGES }, (_, variant): ListPageData => {
  const files = Object.entries(profileFiles(MODS, variant)).map(([name, lines]) => ({ name, text: textOf(lines) }))
  return { ...MADE_UP, listing: readListing(files) }
})
const took = pages.map((page) => {
  const before = used()
  documentOf(ListPage(page))
  return used() - before
})
process.stdout.write(`${JSON.stringify(took)}\n`)
await app.close()

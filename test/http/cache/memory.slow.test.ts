import { describe, expect, it } from 'vitest'
import { startOwnServer } from '../../support/database/own.ts'
import { ask, inParallel, metric, report, store } from '../../support/faults/traffic.ts'
import { peakMemory } from '../../support/processes/memory.ts'
import type { ServerProcess } from '../../support/processes/programs.ts'

const CLIENTS = 16
const CACHE_BYTES = 128 * 2 ** 20

/** Requests many different paths, and expects no failure and bounded memory. */
async function expectBounded(
  server: ServerProcess,
  what: string,
  requests: number,
  pathOf: (visit: number) => string,
  maxPeakMib: number,
) {
  const { pid } = server.child
  const idle = peakMemory(pid)
  let failed = 0
  await inParallel(requests, CLIENTS, async (visit) => {
    if ((await ask(server.address + pathOf(visit))).status !== 200) failed++
  })
  const counted = await metric(server, 'cache_bytes{cache="responses"}')
  const peak = peakMemory(pid)
  report(what, {
    tried: requests,
    failed,
    'cache_bytes (MiB)': Math.round(counted / 2 ** 20),
    'idle memory (MiB)': idle,
    'peak memory (MiB)': peak,
  })
  expect(failed).toBe(0)
  expect(counted).toBeLessThanOrEqual(CACHE_BYTES / 4)
  expect(peak).toBeLessThan(maxPeakMib)
}

describe('requests for one resource at many different addresses', () => {
  it.each([
    ['a list', 48_000, (visit: number) => `/v1/lists/large?n=${visit}${'x'.repeat(13_000)}`],
    ['a page of lists', 12_000, (visit: number) => `/v1/lists?n=${visit}${'x'.repeat(13_000)}`],
    ['a page of lists, with short parameters', 12_000, (visit: number) => `/v1/lists?n=${visit}${'x'.repeat(900)}`],
    ['the page of a list', 24_000, (visit: number) => `/lists/large?n=${visit}${'x'.repeat(13_000)}`],
    ['the website’s page of lists', 6_000, (visit: number) => `/lists?author=${visit}${'x'.repeat(900)}`],
  ])('use no more cache memory than CACHE_BYTES allows: %s', async (what, requests, pathOf) => {
    const server = await startOwnServer({ CACHE_BYTES: String(CACHE_BYTES) })
    await store(server, 'Large', { 'modlist.txt': '+A mod\r\n' })
    await expectBounded(server, `${what} at many different addresses`, requests, pathOf, 400)
  })
})

const LISTS = 10
const MODS = 4_000

/** Returns a mod list of which half of the mods are in no other list. */
const modlist = (list: number) =>
  Array.from({ length: MODS }, (_, at) => `+${at % 2 === 0 ? '' : `${list} `}A mod that is called ${at}\r\n`).join('')

describe('pages of large lists and of their comparisons', () => {
  it('use bounded memory, and no more cache memory than CACHE_BYTES allows', async () => {
    const server = await startOwnServer({ CACHE_BYTES: String(CACHE_BYTES) })
    for (let list = 0; list < LISTS; list++) await store(server, 'Large', { 'modlist.txt': modlist(list) })
    const slugs = Array.from({ length: LISTS }, (_, list) => (list === 0 ? 'large' : `large-${list + 1}`))
    const paths = slugs.flatMap((one) => [`/lists/${one}`, ...slugs.map((other) => `/compare/${one}/${other}`)])
    // The maximum is for the server and two workers; memory that they share counts for each.
    const what = 'pages of large lists and comparisons'
    await expectBounded(server, what, paths.length, (visit) => paths[visit] ?? '', 800)
  })
})

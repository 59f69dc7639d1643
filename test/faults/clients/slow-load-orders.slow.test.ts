import { describe, expect, it } from 'vitest'
import { hostileFiles, worstPairs } from '../../../bench/comparing/load-orders.ts'
import { cpuSeconds } from '../../../bench/support/processes.ts'
import { median } from '../../../bench/support/report.ts'
import { startOwnServer } from '../../support/database/own.ts'
import { metric, report, store } from '../../support/faults/traffic.ts'
import { downloadInProcess, pollInProcess } from '../../support/processes/http-clients.ts'
import { peakMemory } from '../../support/processes/memory.ts'
import type { ServerProcess } from '../../support/processes/programs.ts'

const MIB = 2 ** 20
/** Maximum bytes of a list's files, less some for the headers in its form. */
const LIST_BYTES = 8 * MIB - 2 ** 16

/**
 * Maximum CPU seconds of the server and its workers for one response. It takes up to 11 on a slow machine, and minutes if
 * an algorithm takes time in the square of the size.
 */
const ANSWER_CPU_SECONDS = 30
/** Maximum median time of other requests meanwhile. */
const OTHERS_MS = 100
/** Maximum memory of the server, two workers that compare, and the worker that reads files for the index. */
const PEAK_MIB = 1200

type Profile = Record<string, string>

/** Returns the longest block of the event loop since the last call, in milliseconds. The server samples every 10 ms. */
const longestBlock = async (server: ServerProcess) =>
  Math.round((await metric(server, 'nodejs_eventloop_lag_max_seconds')) * 1000) - 10

/** Returns a profile as large as a list may be, with the same text as mod order, plugins, load order and settings. */
const everywhere = (text: string): Profile => {
  const names = ['modlist.txt', 'plugins.txt', 'loadorder.txt', ...Array.from({ length: 5 }, (_, at) => `${at}.ini`)]
  const bytes = Math.floor(LIST_BYTES / names.length)
  return Object.fromEntries(names.map((name) => [name, text.slice(0, bytes)]))
}

/** Returns a profile with separators and sections of the longest name, repeated in the result for each mod or setting. */
const amplified = (suffix: string): Profile => {
  const long = '\u0001'.repeat(254) + suffix
  const short = Array.from({ length: 30_000 }, (_, at) => at.toString(36) + suffix)
  const settings = [`[${long}]`, ...short.map((key) => `${key}=`)].join('\n').slice(0, 160_000)
  return {
    'modlist.txt': [...short, `${long.slice(9)}_separator`].join('\n'),
    'plugins.txt': short.join('\n'),
    ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}.ini`, settings])),
  }
}

/** Returns a profile of a mod order and as many ini files with one text as fit into a list. */
const inis = (modlist = '', ini = ''): Profile => {
  const files = Array.from({ length: 7 }, (_, at) => [`${at}.ini`, ini.slice(0, 1_040_000)])
  return { 'modlist.txt': modlist.slice(0, 1_000_000), ...Object.fromEntries(files) }
}

const PAIRS = new Map(worstPairs().map((pair) => [pair.name, pair]))
const names = PAIRS.get('short names, unlike')
const sections = PAIRS.get('sections of one setting')

/** One file of each name that takes long to read: tables of mods, and files of other games. */
const otherGames = (): Profile =>
  Object.fromEntries(
    ['quotes in quotes', 'mods', 'opened', 'sections', 'lines of authors', 'content', 'plugins', 'one name'].flatMap(
      (what) => {
        const file = hostileFiles(900_000).findLast((one) => one.what === what)
        return file === undefined ? [] : [[file.name, file.text]]
      },
    ),
  )

const WORST: [name: string, before: Profile, after: Profile][] = [
  ...[...PAIRS.values()]
    .filter(({ name }) => ['short names, unlike', 'one name', 'one name but for versions'].includes(name))
    .map(({ name, before, after }): [string, Profile, Profile] => [
      name,
      everywhere(before['modlist.txt'] ?? ''),
      everywhere(after['modlist.txt'] ?? ''),
    ]),
  [
    'sections of one setting',
    inis(names?.before['modlist.txt'], sections?.before['a.ini']),
    inis(names?.after['modlist.txt'], sections?.after['a.ini']),
  ],
  ['signs of equality', everywhere('='.repeat(MIB)), everywhere(`a${'='.repeat(MIB)}`)],
  ['lines of one character', everywhere('a\nb\nc\n'.repeat(MIB / 6)), everywhere('d\n'.repeat(MIB / 2))],
  ['long separators and sections', amplified('y'), amplified('z')],
  ['files of other games', otherGames(), { ...otherGames(), 'modlist.txt': '+a\n' }],
]

describe('load orders made to be slow', () => {
  it.each(WORST)(
    'are read and compared in bounded time and memory, while others are served: %s',
    async (name, before, after) => {
      const server = await startOwnServer()
      await store(server, 'One', before)
      await store(server, 'Two', after)
      // The server starts its workers and sweeps for the first time before anything is measured.
      const idle = 'database_pool_connections{pool="prisma",state="idle"}'
      await expect.poll(() => metric(server, idle)).toBeGreaterThan(0) // used by the sweep
      for (const [name, line] of Object.entries({ Three: '+a', Four: '+b' }))
        await store(server, name, everywhere(line))
      for (const path of ['/changes', '/changes.md']) await fetch(`${server.address}/v1/compare/three/four${path}`)
      for (const path of ['/v1/lists/three/load-order', '/v1/games']) await fetch(server.address + path)
      const stopPolling = pollInProcess(`${server.address}/v1/games`)
      await downloadInProcess([`${server.address}/v1/games`]) // by now the other process sends requests
      await longestBlock(server)
      const figures: Record<string, number> = {}
      for (const path of [
        '/v1/compare/one/two/changes',
        '/v1/compare/two/one/changes.md',
        '/v1/lists/one/load-order',
      ]) {
        const began = cpuSeconds(server.child.pid ?? 0)
        const { bytes, elapsed } = await downloadInProcess([server.address + path])
        const cpu = cpuSeconds(server.child.pid ?? 0) - began
        figures[`${path.split('/').at(-1)} (ms)`] = Math.round(elapsed)
        figures[`${path.split('/').at(-1)} (CPU ms)`] = Math.round(cpu * 1000)
        figures[`${path.split('/').at(-1)} (KiB)`] = Math.round(bytes / 1024)
        expect(cpu).toBeLessThan(ANSWER_CPU_SECONDS)
        expect(bytes).toBeLessThan(96 * MIB)
      }
      const times = (await stopPolling()).slice(1) // without the first, which opens the connection
      const sorted = times.toSorted((one, other) => one - other)
      const heldMs = await longestBlock(server)
      const peak = peakMemory(server.child.pid)
      report(`slow load orders, ${name}`, {
        ...figures,
        'others: median (ms)': Math.round(median(times)),
        '99th (ms)': Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
        'longest (ms)': Math.round(sorted.at(-1) ?? 0),
        'event loop held (ms)': heldMs,
        'peak (MiB)': peak,
      })
      expect(median(times)).toBeLessThan(OTHERS_MS)
      expect(peak).toBeLessThan(PEAK_MIB)
    },
  )
})

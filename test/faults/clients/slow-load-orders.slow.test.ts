import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { worstPairs } from '../../../bench/comparing/load-orders.ts'
import { cpuSeconds } from '../../../bench/support/processes.ts'
import { median } from '../../../bench/support/report.ts'
import { copyDatabase } from '../../support/database/copy.ts'
import { report } from '../../support/faults/report.ts'
import { store } from '../../support/faults/traffic.ts'
import { peakMemory } from '../../support/processes/memory.ts'
import { type ServerProcess, startServer } from '../../support/processes/programs.ts'
import { askElsewhere, readElsewhere } from '../../support/requests/elsewhere.ts'

const MIB = 2 ** 20
/** All that a list may have, with room for the heads of the parts of its form. */
const LIST_BYTES = 8 * MIB - 2 ** 16

/** Of the server and its workers together: twice what was seen on a busy machine. */
const ANSWER_CPU_SECONDS = 10
/** For half of those who ask for something else, where milliseconds were seen. */
const OTHERS_MS = 100
/** Of the server and its workers together. Up to 800 were seen. */
const PEAK_MIB = 1000

type Profile = Record<string, string>

/** The first sweep opens them, and has Prisma's query compiler loaded for it. */
async function prismaConnections({ address }: ServerProcess): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  const idle = /^database_pool_connections\{pool="prisma",state="idle"\} (\d+)$/m.exec(metrics)?.[1]
  return Number(idle)
}

/** How long its event loop was held at most since this was asked last, in milliseconds; it is looked at every 10. */
async function held({ address }: ServerProcess): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)?.[1]
  return Math.round(Number(seconds) * 1000) - 10
}

/** As many files of a text as fit into a list: a mod order, two of plugins, and settings. */
const everywhere = (text: string): Profile => {
  const names = ['modlist.txt', 'plugins.txt', 'loadorder.txt', ...Array.from({ length: 5 }, (_, at) => `${at}.ini`)]
  const room = Math.floor(LIST_BYTES / names.length)
  return Object.fromEntries(names.map((name) => [name, text.slice(0, room)]))
}

/** Separators of the longest name, that tell it again with each of their mods; sections the same with their settings. */
const amplified = (mark: string): Profile => {
  const long = '\u0001'.repeat(254) + mark
  const short = Array.from({ length: 30_000 }, (_, at) => at.toString(36) + mark)
  const settings = [`[${long}]`, ...short.map((key) => `${key}=`)].join('\n').slice(0, 160_000)
  return {
    'modlist.txt': [...short, `${long.slice(9)}_separator`].join('\n'),
    'plugins.txt': short.join('\n'),
    ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}.ini`, settings])),
  }
}

/** As many ini files of a text as fit beside a mod order. */
const inis = (modlist = '', ini = ''): Profile => {
  const files = Array.from({ length: 7 }, (_, at) => [`${at}.ini`, ini.slice(0, 1_040_000)])
  return { 'modlist.txt': modlist.slice(0, 1_000_000), ...Object.fromEntries(files) }
}

const PAIRS = new Map(worstPairs().map((pair) => [pair.name, pair]))
const names = PAIRS.get('short names, unlike')
const sections = PAIRS.get('sections of one setting')

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
]

describe('load orders made to be slow', () => {
  it.each(WORST)(
    'are read and compared in bounded time and memory, while others are served: %s',
    async (name, before, after) => {
      const { url, drop } = await copyDatabase(inject('template'))
      onTestFinished(drop)
      const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn', WRITE_RATE_LIMIT: '0' })
      await store(server, 'One', before)
      await store(server, 'Two', after)
      // What a server does once, as to start its workers and to sweep for the first time, is no matter of these lists.
      await expect.poll(() => prismaConnections(server)).toBeGreaterThan(0)
      for (const [name, line] of Object.entries({ Three: '+a', Four: '+b' }))
        await store(server, name, everywhere(line))
      for (const path of ['/changes', '/changes.md']) await fetch(`${server.address}/v1/compare/three/four${path}`)
      for (const path of ['/v1/lists/three/load-order', '/v1/games']) await fetch(server.address + path)
      const stopAsking = askElsewhere(`${server.address}/v1/games`)
      await readElsewhere([`${server.address}/v1/games`]) // it asks by then
      await held(server)
      const figures: Record<string, number> = {}
      for (const path of [
        '/v1/compare/one/two/changes',
        '/v1/compare/two/one/changes.md',
        '/v1/lists/one/load-order',
      ]) {
        const began = cpuSeconds(server.child.pid ?? 0)
        const { bytes, elapsed } = await readElsewhere([server.address + path])
        const cpu = cpuSeconds(server.child.pid ?? 0) - began
        figures[`${path.split('/').at(-1)} (ms)`] = Math.round(elapsed)
        figures[`${path.split('/').at(-1)} (CPU ms)`] = Math.round(cpu * 1000)
        figures[`${path.split('/').at(-1)} (KiB)`] = Math.round(bytes / 1024)
        expect(cpu).toBeLessThan(ANSWER_CPU_SECONDS)
        expect(bytes).toBeLessThan(96 * MIB)
      }
      const times = (await stopAsking()).slice(1) // the first one is its start
      const sorted = times.toSorted((one, other) => one - other)
      const heldMs = await held(server)
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

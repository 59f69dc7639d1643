import { Command } from 'commander'
import type { BenchOptions } from './report.ts'

/** The benches by name; each brings what it needs. */
const BENCHES: Record<string, () => Promise<(options: BenchOptions) => Promise<void>>> = {
  pages: async () => (await import('./pages.ts')).benchPages,
  list: async () => (await import('./list.ts')).benchList,
  upload: async () => (await import('./upload.ts')).benchUpload,
  games: async () => (await import('./games.ts')).benchGames,
  scale: async () => (await import('./scale.ts')).benchScale,
  streams: async () => (await import('./streams.ts')).benchStreams,
  start: async () => (await import('./start.ts')).benchStart,
  comparison: async () => (await import('./comparison.ts')).benchComparison,
  compare: async () => (await import('./compare.ts')).benchCompare,
  changes: async () => (await import('./changes.ts')).benchChanges,
  crowd: async () => (await import('./crowd.ts')).benchCrowd,
}

const program = new Command('bench')
  .description('Measures beside a bare server and a bare query, or beside other programs, in one run.')
  .argument('[names...]', `which: ${Object.keys(BENCHES).join(', ')}; all without a name`)
  .option('--quick', 'little data and short rounds: to see that it runs, not how fast', false)
  .option('--markdown', 'print tables for docs/performance.md', false)
  .action(async (names: string[], options: BenchOptions) => {
    const unknown = names.find((name) => !(name in BENCHES))
    if (unknown !== undefined) program.error(`There is no bench named ${unknown}.`)
    for (const [name, load] of Object.entries(BENCHES)) {
      if (names.length === 0 || names.includes(name)) await (await load())(options)
    }
  })

await program.parseAsync()

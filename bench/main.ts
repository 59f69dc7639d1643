import { Command } from 'commander'
import type { BenchOptions } from './support/report.ts'

/** The benches by name. Each is loaded on demand. */
const BENCHES: Record<string, () => Promise<(options: BenchOptions) => Promise<void>>> = {
  pages: async () => (await import('./serving/pages.ts')).benchPages,
  list: async () => (await import('./serving/list.ts')).benchList,
  upload: async () => (await import('./serving/upload.ts')).benchUpload,
  rates: async () => (await import('./serving/rates.ts')).benchRates,
  'signed-in': async () => (await import('./serving/signed-in.ts')).benchSignedIn,
  games: async () => (await import('./serving/games.ts')).benchGames,
  mods: async () => (await import('./serving/mods.ts')).benchMods,
  scale: async () => (await import('./serving/scale.ts')).benchScale,
  website: async () => (await import('./serving/website/website.ts')).benchWebsite,
  streams: async () => (await import('./serving/streams.ts')).benchStreams,
  start: async () => (await import('./serving/start.ts')).benchStart,
  comparison: async () => (await import('./comparing/comparison.ts')).benchComparison,
  compare: async () => (await import('./comparing/compare.ts')).benchCompare,
  changes: async () => (await import('./comparing/changes.ts')).benchChanges,
  'code-page': async () => (await import('./comparing/code-page.ts')).benchCodePage,
  'load-orders': async () => (await import('./comparing/versions.ts')).benchLoadOrders,
  merge: async () => (await import('./comparing/merge.ts')).benchMerge,
  culprit: async () => (await import('./comparing/culprit.ts')).benchCulprit,
  changelog: async () => (await import('./comparing/changelog.ts')).benchChangelog,
  logs: async () => (await import('./comparing/logs.ts')).benchLogs,
  crowd: async () => (await import('./comparing/crowd.ts')).benchCrowd,
}

const program = new Command('bench')
  .description('Measures the catalog against a bare server, a bare query or other programs in one run.')
  .argument('[names...]', `benches to run, all by default: ${Object.keys(BENCHES).join(', ')}`)
  .option('--quick', 'little data and short rounds, to check that the benches work', false)
  .option('--lists <count>', 'number of lists of the bench mods (default: 200,000; 10,000 with --quick)', Number)
  .option('--before <folder>', 'a folder with an older version, built, to compare its pages in the bench website')
  .option('--markdown', 'print tables for docs/performance.md', false)
  .action(async (names: string[], options: BenchOptions) => {
    const unknown = names.find((name) => !(name in BENCHES))
    if (unknown !== undefined) program.error(`There is no bench named ${unknown}.`)
    for (const [name, load] of Object.entries(BENCHES)) {
      if (names.length === 0 || names.includes(name)) await (await load())(options)
    }
  })

await program.parseAsync()

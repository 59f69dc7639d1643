import { Argument, Command } from 'commander'
import { benchCompare } from './compare.ts'
import { benchPages } from './pages.ts'
import type { BenchOptions } from './support/report.ts'
import { benchUploads } from './uploads.ts'

const SUBJECTS = { pages: benchPages, uploads: benchUploads, compare: benchCompare }

await new Command('bench')
  .description('Measures the catalog against a bare server, bare SQL, other programs or another version, in one run.')
  .addArgument(new Argument('[subjects...]', 'what to measure, all by default').choices(Object.keys(SUBJECTS)))
  .option('--quick', 'little data and short rounds, to check that the bench works', false)
  .option('--against <folder>', 'a folder with another version, built, which gets the same requests')
  .action(async (names: string[], options: BenchOptions) => {
    for (const [name, bench] of Object.entries(SUBJECTS))
      if (names.length === 0 || names.includes(name)) await bench(options)
  })
  .parseAsync()

import { benchCompare } from './compare.ts'
import { benchCrowd } from './crowd.ts'

/** The benches by name: `npm run bench -- compare [--markdown]`. */
const BENCHES: Record<string, (options: { markdown: boolean }) => Promise<void>> = {
  compare: benchCompare,
  crowd: benchCrowd,
}

const [name = '', ...flags] = process.argv.slice(2)
const bench = BENCHES[name]
if (bench) await bench({ markdown: flags.includes('--markdown') })
else {
  console.error(`Which bench? One of: ${Object.keys(BENCHES).join(', ')}`)
  process.exitCode = 1
}

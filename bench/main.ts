import { benchCompare } from './compare.ts'

/** The benches by name: `npm run bench -- compare [--markdown]`. */
const BENCHES: Record<string, (options: { markdown: boolean }) => Promise<void>> = { compare: benchCompare }

const [name = '', ...flags] = process.argv.slice(2)
const bench = BENCHES[name]
if (bench) await bench({ markdown: flags.includes('--markdown') })
else {
  console.error(`Which bench? One of: ${Object.keys(BENCHES).join(', ')}`)
  process.exitCode = 1
}

// Prints, for each hostile file, how many blocks of the sources run when a list with it is read: for a file, and for
// one four times as long. Runs in a process of its own, with --no-flush-bytecode: V8 counts nothing in code that was
// loaded before the counting began, or that it has dropped meanwhile.
import { Session } from 'node:inspector/promises'
import { hostileFiles } from './profiles/hostile.ts'

const SIZE = 2 ** 13

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
const { readListing } = await import('../../src/load-order/reading/listing.ts')

/** Work inside functions of the language is not counted. V8 sometimes counts too much, so the smaller of two counts is right. */
async function blocks(name: string, text: string): Promise<number> {
  readListing([{ name, text }], 'skyrim') // compiles what runs for the first time
  return Math.min(await blocksOnce(name, text), await blocksOnce(name, text))
}

async function blocksOnce(name: string, text: string): Promise<number> {
  await session.post('Profiler.takePreciseCoverage')
  readListing([{ name, text }], 'skyrim')
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => url.includes('/src/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    .reduce((sum, count) => sum + count, 0)
}

const longer = hostileFiles(4 * SIZE)
const counts: object[] = []
for (const [at, { name, what, text }] of hostileFiles(SIZE).entries())
  counts.push({ name, what, short: await blocks(name, text), long: await blocks(name, longer[at]?.text ?? '') })
process.stdout.write(JSON.stringify(counts))

import { Session } from 'node:inspector/promises'

/**
 * Counts how many blocks of the sources run in `work`. Unlike time, the number is the same on each machine. Work inside
 * functions of the language, such as patterns, is not counted. `load` imports the code: what was imported before the
 * counting began is not counted in full.
 */
export async function workCounter<Code>(load: () => Promise<Code>) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const code = await load()
  return {
    async count(work: (code: Code) => void): Promise<number> {
      work(code) // compiles what runs for the first time
      await session.post('Profiler.takePreciseCoverage')
      work(code)
      const { result } = await session.post('Profiler.takePreciseCoverage')
      return result
        .filter(({ url }) => url.includes('/src/'))
        .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
        .reduce((sum, count) => sum + count, 0)
    },
    async stop() {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

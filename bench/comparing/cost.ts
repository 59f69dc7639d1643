import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { childrenOf } from '../../test/support/processes/children.ts'

export type Files = { cleanName: string; hash: string; bytes: number; content: Buffer }[]

/** Returns files as they are stored, with their content. */
export const filesOf = (contents: Record<string, string | Buffer>): Files =>
  Object.entries(contents).map(([cleanName, value]) => {
    const content = Buffer.from(value)
    return {
      cleanName,
      hash: hash('sha256', Buffer.concat([Buffer.from(`${cleanName}\0`), content])),
      bytes: content.length,
      content,
    }
  })

export const load = async ({ content }: Files[number]) => content

/** The time that some work took, and the processor time of this process and of its workers, in milliseconds. */
interface Cost {
  cpu: number
  ownCpu: number
  ms: number
}

export async function timed<Result>(work: () => Promise<Result>): Promise<Cost & { result: Result }> {
  const [start, before, workers] = [performance.now(), process.cpuUsage(), childrenMs()]
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  const ownCpu = (user + system) / 1000
  return { cpu: ownCpu + childrenMs() - workers, ownCpu, ms: performance.now() - start, result }
}

/** Returns the processor time of this process's children in milliseconds, as reported by Linux. */
const childrenMs = () =>
  childrenOf(process.pid)
    .flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`))
    .reduce((sum, path) => sum + Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6, 0)

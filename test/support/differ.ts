import { hash } from 'node:crypto'
import { serialize } from 'node:v8'
import { createDiffer, type Differ } from '../../src/compare/differ.ts'
import type { TasksOptions } from '../../src/compare/tasks.ts'
import { type CompareKinds, KINDS } from '../../src/compare/worker/kinds.ts'
import type { WorkerPool } from '../../src/workers/pool.ts'
import type { Kinds, Serialized, Task } from '../../src/workers/serve.ts'

/** Returns workers that run their tasks in this process, which needs no thread to start. */
export const inProcess = <Known extends Kinds>(kinds: Known): WorkerPool<Known> => ({
  run: async (kind, task) => serialize((kinds[kind] as unknown as (task: Task) => unknown)(task)) as Serialized<never>,
  counts: () => ({ running: 0, waiting: 0 }),
  close: async () => {},
})

/** Creates a differ that compares in this process. */
export const createTestDiffer = (options: Partial<TasksOptions> = {}): Differ =>
  createDiffer({ cacheBytes: 2 ** 20, maxQueue: 10, pool: inProcess<CompareKinds>(KINDS), ...options })

export type Files = { cleanName: string; hash: string; bytes: number; content: Buffer }[]

/** Returns files as they are stored, with their content. */
export const filesOf = (contents: Record<string, string | Buffer>): Files =>
  Object.entries(contents).map(([cleanName, value]) => {
    const content = Buffer.from(value)
    const named = Buffer.concat([Buffer.from(`${cleanName}\0`), content])
    return { cleanName, hash: hash('sha256', named), bytes: content.length, content }
  })

/** Loads a file of filesOf. */
export const load = async ({ content }: Files[number]) => content

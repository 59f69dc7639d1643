import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'
import { inspect } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { ownBytes } from '../concurrency/bounded-cache.ts'

/** What a task reads; its further properties depend on its kind. */
export interface Task {
  /** The bytes of stored files. Undefined for a file that does not exist. */
  files?: readonly (Uint8Array | undefined)[]
}

/** The kinds of tasks that a worker runs, by name. Each is a function from a task to its result. */
export type Kinds = Readonly<Record<string, (task: never) => unknown>>

/** A result as it leaves its thread, and as it is cached: few bytes that nobody changes, instead of many objects. */
export interface Serialized<Value> extends Uint8Array {
  /** Only for the type of the result. */
  readonly value?: Value
}

/** Returns the result in bytes that a thread has sent. */
export const resultOf = <Value>(bytes: Serialized<Value>): Value => deserialize(bytes)

/** A task on its way to a thread. */
export interface Job extends Required<Task> {
  kind: string
  /** The task without its files. */
  task: object
  /** Shared with the server. The thread writes its id when it starts the task. */
  thread: Int32Array
}

/** What a thread returns: the bytes of a result, or the error of a failed task. */
export interface Outcome {
  result?: Uint8Array
  error?: string
}

/**
 * Returns the function that runs jobs in a thread of a pool. `load` imports a function for each kind of task. On Linux the
 * thread gets a lower priority than the server before that, because it takes long.
 */
export async function serveTasks(load: () => Promise<Kinds>): Promise<(job: Job) => unknown> {
  const isLinux = process.platform === 'linux'
  if (isLinux && !isMainThread) {
    try {
      setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {} // not permitted here: other requests wait longer during comparisons
  }
  const own = isLinux ? Number(basename(readlinkSync('/proc/thread-self'))) : 1
  const kinds = await load()

  return ({ kind, task, files, thread }) => {
    Atomics.store(thread, 0, own)
    try {
      const run = kinds[kind] as ((task: Task) => Uint8Array) | undefined
      if (run === undefined) throw new Error(`There is no task of the kind ${kind}.`)
      const buffers = files.map((file) => file && Buffer.from(file.buffer, file.byteOffset, file.length))
      const result = ownBytes(serialize(run({ ...task, files: buffers })))
      return move({ [transferableSymbol]: result.buffer, [valueSymbol]: { result } })
    } catch (error) {
      return { error: inspect(error) } satisfies Outcome
    }
  }
}

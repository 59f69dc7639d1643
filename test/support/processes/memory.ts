import { readFileSync } from 'node:fs'
import { childrenOf } from './children.ts'

/** The most memory that the process has had at any time, and each of those that it has started, together, in MiB. */
export const peakMemory = (pid: number | undefined): number => Math.round(memoryOf(pid, 'VmHWM') / 2 ** 20)

/** Bytes of memory that a process and those that it has started hold, what they share counted for each. */
export const residentBytes = (pid: number | undefined): number => memoryOf(pid, 'VmRSS')

/** The sum of a field of /proc/PID/status, in bytes. Throws if there is no such process. */
function memoryOf(pid: number | undefined, field: 'VmHWM' | 'VmRSS'): number {
  if (pid === undefined) throw new Error('The process has not been started.')
  const kibibytes = [pid, ...childrenOf(pid)].map((each) => {
    const [, value] =
      new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${each}/status`, 'utf8')) ?? []
    if (value === undefined) throw new Error(`Process ${each} has ended.`)
    return Number(value)
  })
  return kibibytes.reduce((sum, each) => sum + each, 0) * 1024
}

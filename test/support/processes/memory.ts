import { readFileSync } from 'node:fs'
import { childrenOf } from './children.ts'

/** Returns the sum of the peak memory of a process and its children, in MiB. */
export const peakMemory = (pid: number | undefined): number => Math.round(memoryOf(pid, 'VmHWM') / 2 ** 20)

/** Returns the sum of a field of /proc/PID/status in bytes. Throws if the process has ended; ended children count as 0. */
function memoryOf(pid: number | undefined, field: 'VmHWM' | 'VmRSS'): number {
  if (pid === undefined) throw new Error('The process has not been started.')
  const kibibytes = [pid, ...childrenOf(pid)].map((each) => {
    const [, value] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(statusOf(each)) ?? []
    if (value === undefined && each === pid) throw new Error(`Process ${pid} has ended.`)
    return Number(value ?? 0)
  })
  return kibibytes.reduce((sum, each) => sum + each, 0) * 1024
}

/** Returns the text of /proc/PID/status; empty if the process does not exist. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

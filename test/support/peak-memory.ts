import { readFileSync } from 'node:fs'
import { childrenOf } from './children.ts'

/** The most memory that the process has had at any time, and each of those that it has started, together, in MiB. */
export function peakMemory(pid: number | undefined): number {
  if (pid === undefined) throw new Error('The process has not been started.')
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + peakOf(each), 0)
}

function peakOf(pid: number): number {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  if (kibibytes === undefined) throw new Error(`There is no process ${pid}.`)
  return Math.round(Number(kibibytes) / 1024)
}

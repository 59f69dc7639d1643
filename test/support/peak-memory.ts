import { readFileSync } from 'node:fs'

/** The most memory that the process has had at any time, in MiB. */
export function peakMemory(pid: number | undefined): number {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  if (kibibytes === undefined) throw new Error(`There is no process ${pid}.`)
  return Math.round(Number(kibibytes) / 1024)
}

import { readdirSync, readFileSync } from 'node:fs'

/** The processes that a process has started, and that have not ended. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(Number(name))?.[1]) === pid)
    .map(Number)

/** The fields of /proc/PID/stat after the name; undefined if there is no such process. */
export function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** Sends a signal, 0 for none; gives whether there was a process to send it to. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

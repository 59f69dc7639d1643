import { readdirSync, readFileSync } from 'node:fs'

/** Returns the running child processes of a process. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(Number(name))?.[1]) === pid)
    .map(Number)

/** Returns the fields of /proc/PID/stat after the name, or undefined if the process does not exist. */
export function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** Sends a signal to a process, and reports whether the process exists. The signal 0 only checks this. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

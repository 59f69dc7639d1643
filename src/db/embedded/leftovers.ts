import { readdir, readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'

/**
 * Kills PostgreSQL processes on this cluster whose parent was killed. Most of them notice and exit, but a busy backend
 * does not, and PostgreSQL can't start while one is left. Nothing is lost: commits are in the write-ahead log. Only
 * Linux shows the working folder of a process, and only within the same container.
 */
export async function killLeftovers(cluster: string, { postmaster }: { postmaster: boolean }): Promise<void> {
  if (process.platform !== 'linux') return
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    try {
      if ((await worksIn(cluster, pid)) && (await isLeftover(pid, postmaster))) process.kill(pid, 'SIGKILL')
    } catch {} // it has ended, or belongs to a user whose processes are hidden
  }
}

/** Whether the working folder of a process is `folder`. PostgreSQL processes work in the folder of their cluster. */
async function worksIn(folder: string, pid: number): Promise<boolean> {
  const [wanted, found] = [await stat(folder), await stat(`/proc/${pid}/cwd/.`)]
  return wanted.dev === found.dev && wanted.ino === found.ino
}

/**
 * Whether a process is a backend without its postmaster or, with `postmaster`, a postmaster itself. Command lines of
 * backends begin with "postgres: ".
 */
async function isLeftover(pid: number, postmaster: boolean): Promise<boolean> {
  const command = await commandOf(pid)
  const isBackend = command.startsWith('postgres: ')
  const [, parent] = /^PPid:\s+(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return isPostgres(command) && (isBackend || postmaster) && !isPostgres(await commandOf(Number(parent)))
}

const isPostgres = (command: string) => basename(command.split('\0')[0] ?? '').startsWith('postgres')

const commandOf = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')

import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Places } from './files.ts'

/**
 * Ends the processes of a killed server that are left on this folder. They end by themselves once they notice, but for
 * those that work on, and those that wait for a lock which a killed one held: for ever, and no server starts meanwhile.
 * What was committed is in the log of changes, and the rest is nobody's any more.
 */
export async function endOrphans({ cluster }: Places): Promise<void> {
  if (process.platform !== 'linux') return
  const { dev, ino } = await stat(cluster)
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  for (const id of ids) {
    try {
      const folder = await stat(join('/proc', id, 'cwd', '.'))
      if (folder.dev === dev && folder.ino === ino && (await isOrphan(id))) process.kill(Number(id), 'SIGKILL')
    } catch {} // it has ended, or is of another user: not of ours
  }
}

/** Whether it serves a server that is gone: one that runs is the parent of its processes. */
async function isOrphan(id: string): Promise<boolean> {
  if (!(await commandOf(id)).startsWith('postgres: ')) return false
  const [, parent = ''] = /^PPid:\s+(\d+)$/m.exec(await readFile(join('/proc', id, 'status'), 'utf8')) ?? []
  return !basename((await commandOf(parent)).split('\0')[0] ?? '').startsWith('postgres')
}

const commandOf = (id: string) => readFile(join('/proc', id, 'cmdline'), 'utf8')

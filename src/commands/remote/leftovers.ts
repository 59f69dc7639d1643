import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes the temporary files that killed runs have left in a folder. The first group of `names` is the id of the process
 * that wrote a file. A file with the id of this process is of an earlier one, unless `isOurs` says otherwise.
 */
export async function removeLeftoversIn(
  folder: string,
  names: RegExp,
  isOurs: (name: string) => boolean = () => false,
): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = names.exec(name) ?? []
    if (pid !== undefined && !isOurs(name) && (pid === String(process.pid) || !isRunning(Number(pid))))
      await rm(join(folder, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0) // sends no signal, but throws if there is no such process
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // a process of another user
  }
}

import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { RemoteError } from '../api.ts'

const NAME = 'ModOrganizer.exe'

/**
 * Reports whether Mod Organizer runs on this machine, on Windows or under Wine. It would overwrite the files of its
 * profile when it ends. Where processes cannot be listed, returns false.
 */
export async function isModOrganizerRunning(): Promise<boolean> {
  try {
    if (process.platform === 'win32') {
      const { stdout } = await promisify(execFile)('tasklist', ['/FI', `IMAGENAME eq ${NAME}`, '/NH'])
      return stdout.includes(NAME)
    }
    const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const names = await Promise.all(ids.map((id) => readFile(`/proc/${id}/comm`, 'utf8').catch(() => '')))
    return names.some((name) => name.trim() === NAME.slice(0, 15)) // Linux keeps 15 characters of a name
  } catch {
    return false
  }
}

/** Throws an error that says what to do while Mod Organizer runs. */
export async function refuseWhileOpen(): Promise<void> {
  if (!(await isModOrganizerRunning())) return
  throw new RemoteError('Mod Organizer is running, and would overwrite the files. Close it, then try again.')
}

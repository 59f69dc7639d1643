import { execFile } from 'node:child_process'
import { lchown, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'

/** The unprivileged user that PostgreSQL runs as if this process is root, because it refuses to run as root. */
export interface SystemUser {
  uid: number
  gid: number
}

export const ADVICE =
  'Run as an ordinary user who is in /etc/passwd, set DATA_DIR to another folder, or set DATABASE_URL.'

/** Finds the user to run PostgreSQL as. Undefined means the user of this process, unless that is root. */
export async function findServerUser(cluster: string): Promise<SystemUser | undefined> {
  if (process.geteuid?.() !== 0) return undefined
  const owner = await stat(cluster).catch(undefinedOn('ENOENT'))
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }

  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const entry = entries.find(([name]) => name === 'postgres') ?? entries.find(([name]) => name === 'nobody')
  if (!entry) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL refuses to run as root, and there is no user postgres or nobody.\n${ADVICE}`,
    )
  }
  return { uid: Number(entry[2]), gid: Number(entry[3]) }
}

/** Returns the options to spawn a PostgreSQL program. It does not inherit the environment, which could affect it. */
export function spawnOptions(user: SystemUser | undefined, cwd: string) {
  return { ...user, cwd, env: { LC_ALL: 'C' }, windowsHide: true }
}

/** Runs a program to its end. Throws what it wrote to standard error if it fails. */
export async function runProgram(
  program: string,
  args: string[],
  user: SystemUser | undefined,
  cwd: string,
): Promise<void> {
  await promisify(execFile)(program, args, spawnOptions(user, cwd)).catch(({ stderr, message }) => {
    throw new Error(stderr?.trim() || message)
  })
}

/**
 * Returns the path of `folder` for a program that is spawned with `folder` as its working directory. The user may be
 * unable to enter a parent of the folder, for example root's home. /proc/self/cwd avoids the parents.
 */
export function pathFromInside(folder: string, user: SystemUser | undefined): string {
  return user && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

/** Changes the owner of a folder and everything in it. Follows no symbolic links. */
export async function chownRecursive(folder: string, { uid, gid }: SystemUser): Promise<void> {
  await lchown(folder, uid, gid)
  for (const path of await readdir(folder, { recursive: true })) await lchown(join(folder, path), uid, gid)
}

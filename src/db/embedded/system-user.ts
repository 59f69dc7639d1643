import { execFile } from 'node:child_process'
import { lchown, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'

/** The unprivileged user that root runs PostgreSQL as, since PostgreSQL refuses to run as root. */
export interface SystemUser {
  uid: number
  gid: number
}

export const ADVICE_FOR_ROOT =
  'Run as an ordinary user, move DATA_DIR to a folder that other users may enter, or set DATABASE_URL.'

/** Whom to run PostgreSQL as: undefined means as the user of this process, which is right for all but root. */
export async function findServerUser(cluster: string): Promise<SystemUser | undefined> {
  if (process.geteuid?.() !== 0) return undefined
  const owner = await stat(cluster).catch(undefinedOn('ENOENT'))
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }

  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const entry = entries.find(([name]) => name === 'postgres') ?? entries.find(([name]) => name === 'nobody')
  if (!entry) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL does not run as root, and there is no user postgres or nobody.\n${ADVICE_FOR_ROOT}`,
    )
  }
  return { uid: Number(entry[2]), gid: Number(entry[3]) }
}

/** How every program of PostgreSQL is spawned: without our environment, which could change what it does. */
export function spawnOptions(user: SystemUser | undefined, cwd: string) {
  return { ...user, cwd, env: { LC_ALL: 'C' }, windowsHide: true }
}

/** Runs a program to its end. Rejects with what it wrote to standard error. */
export async function runProgram(
  program: string,
  args: string[],
  user: SystemUser | undefined,
  cwd: string,
): Promise<void> {
  try {
    await promisify(execFile)(program, args, spawnOptions(user, cwd))
  } catch (cause) {
    const { stderr = '', message } = cause as Error & { stderr?: string }
    throw new Error(stderr.trim() || message, { cause })
  }
}

/**
 * A path by which a program that is spawned with `folder` as its working directory reaches that folder. The user may be
 * barred from its parents, as from those of a project in root's home: /proc/self/cwd leads there without passing them.
 */
export function pathFromInside(folder: string, user: SystemUser | undefined): string {
  return user && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

/** `chown -R`, which follows no symbolic links. */
export async function chownRecursive(folder: string, { uid, gid }: SystemUser): Promise<void> {
  await lchown(folder, uid, gid)
  for (const path of await readdir(folder, { recursive: true })) await lchown(join(folder, path), uid, gid)
}

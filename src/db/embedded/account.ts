import { execFile } from 'node:child_process'
import { lchown, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { absentOn, EmbeddedDatabaseError } from './error.ts'

/** An unprivileged user for the server. PostgreSQL refuses to run as root. */
export interface Account {
  uid: number
  gid: number
}

/** What an operator can do where root finds no way to run the server. */
export const NOT_AS_ROOT =
  'Run as an ordinary user, move DATA_DIR to a folder that other users may enter, or set DATABASE_URL.'

/** Whom the server runs as: nobody else (undefined) unless this process is root. */
export async function serverAccount(cluster: string): Promise<Account | undefined> {
  if (process.geteuid?.() !== 0) return undefined
  const owner = await stat(cluster).catch(absentOn('ENOENT'))
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }

  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL does not run as root, and there is no user postgres or nobody.\n${NOT_AS_ROOT}`,
    )
  }
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** How each program of PostgreSQL is run: nothing of our environment, no shell, no window. */
export function asAccount(account: Account | undefined, cwd: string) {
  return { ...account, cwd, env: { LC_ALL: 'C' }, windowsHide: true }
}

/** Runs a program to its end. Rejects with its complaint. */
export async function run(program: string, args: string[], account: Account | undefined, cwd: string): Promise<void> {
  try {
    await promisify(execFile)(program, args, asAccount(account, cwd))
  } catch (cause) {
    const { stderr = '', message } = cause as Error & { stderr?: string }
    throw new Error(stderr.trim() || message, { cause })
  }
}

/**
 * The data folder as the server is told it. Root may hand over a folder whose parents are closed to the account: the
 * server starts inside it, and this link leads there without a look at the parents.
 */
export function seenBy(account: Account | undefined, folder: string): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

/** Gives a folder and all in it to the account. */
export async function giveTo({ uid, gid }: Account, folder: string): Promise<void> {
  await lchown(folder, uid, gid)
  for (const path of await readdir(folder, { recursive: true })) await lchown(join(folder, path), uid, gid)
}

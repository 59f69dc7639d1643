import { randomBytes } from 'node:crypto'
import {
  access,
  constants,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'
import { processesIn } from './postmaster.ts'
import { ADVICE_FOR_ROOT, chownRecursive, pathFromInside, runProgram, type SystemUser } from './system-user.ts'

/** The role that initdb makes. The catalog connects as it, too. */
export const SUPERUSER = 'catalog'

/** The folder of DATA_DIR, and what lies in it. */
export interface DataFolder {
  /** Without symbolic links: the same for all who were told the folder by different names. */
  path: string
  /** The database cluster, as PostgreSQL calls what initdb makes. */
  cluster: string
  log: string
  passwordFile: string
}

/** Makes the folder, unless it is there, and checks that it may be written. */
export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  await makeFolder(resolve(dataDir))
  await access(dataDir, constants.W_OK | constants.X_OK)
  const path = await realpath(resolve(dataDir))
  return {
    path,
    cluster: join(path, 'postgres'),
    log: join(path, 'postgres.log'),
    passwordFile: join(path, 'postgres.password'),
  }
}

/**
 * On a read-only disk Node says that there is no such folder, and where a parent is closed it names the folder that was
 * asked for. What is wrong, if anything, with the nearest parent that is there says what can be mended: those above it
 * are nobody's concern, such as /home, which no user may write.
 */
async function makeFolder(folder: string): Promise<void> {
  const error = await mkdir(folder, { recursive: true }).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (error === undefined) return
  const parent = await nearestParent(folder)
  await access(join(parent, '/'), constants.W_OK | constants.X_OK) // the slash makes it fail for a file
  throw error
}

/** The first folder on the way up that is there to be seen. */
async function nearestParent(folder: string): Promise<string> {
  const parent = dirname(folder)
  const seen = await stat(parent).catch(undefinedOn('ENOENT', 'ENOTDIR', 'EACCES'))
  return seen || parent === dirname(parent) ? parent : nearestParent(parent)
}

/** Makes the cluster, unless it is there, and checks that these programs and this user can run on it. Gives its password. */
export async function ensureCluster(
  folder: DataFolder,
  binaries: Binaries,
  user: SystemUser | undefined,
  fsync: boolean,
): Promise<string> {
  const major = await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8').catch(undefinedOn('ENOENT'))
  const password = await ensurePassword(folder, major === undefined)
  if (major === undefined) await createCluster(folder, binaries, user, { password, fsync })
  else if (major.trim() !== binaries.major)
    throw new EmbeddedDatabaseError(otherVersion(folder, major.trim(), binaries))

  // Root may have restored a backup, whose files are root's then.
  if (user && (await stat(folder.cluster)).uid !== user.uid) await chownRecursive(folder.cluster, user)
  return password
}

function otherVersion({ cluster }: DataFolder, found: string, { major }: Binaries): string {
  return (
    `The data in ${cluster} was written by PostgreSQL ${found}, and this is PostgreSQL ${major}.\n` +
    `Move it by pg_dump from ${found} to an empty DATA_DIR, or set DATABASE_URL to a PostgreSQL ${found} that serves it.`
  )
}

/** The password is stored before initdb is told it, so that no crash leaves a cluster whose password nobody knows. */
async function ensurePassword({ cluster, path, passwordFile }: DataFolder, isNew: boolean): Promise<string> {
  const known = await readFile(passwordFile, 'utf8').catch(undefinedOn('ENOENT'))
  if (known) return known.trim()
  if (!isNew) {
    throw new EmbeddedDatabaseError(
      `${passwordFile} is missing, and without it nobody can enter ${cluster}. Restore it from a backup.`,
    )
  }
  const password = randomBytes(24).toString('base64url')
  await writeFile(`${passwordFile}.new`, `${password}\n`, { mode: 0o600 })
  await rename(`${passwordFile}.new`, passwordFile)
  await syncFolder(path)
  return password
}

/** How long an initdb whose parent was killed may take to end. Alone on a machine it takes less than a second. */
const INITDB_MS = 10_000

/** Runs initdb in a staging folder and renames the finished cluster: what is in its place is always complete. */
async function createCluster(
  { path, cluster }: DataFolder,
  { initdb }: Binaries,
  user: SystemUser | undefined,
  { password, fsync }: { password: string; fsync: boolean },
): Promise<void> {
  // A crash left them; nobody else works here while we hold the lock.
  const stale = (await readdir(path)).filter((name) => name.startsWith('postgres.new-'))
  await Promise.all(stale.map((name) => removeStage(join(path, name))))

  const stage = await mkdtemp(join(path, 'postgres.new-'))
  try {
    await mkdir(join(stage, 'cluster'), { mode: 0o700 })
    await writeFile(join(stage, 'password'), password, { mode: 0o600 })
    if (user) await chownRecursive(stage, user)

    const where = ['-D', pathFromInside(join(stage, 'cluster'), user), `--pwfile=${join('..', 'password')}`]
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    const rest = ['-U', SUPERUSER, '--auth=scram-sha-256', ...(fsync ? [] : ['--no-sync'])]
    await runProgram(initdb, [...where, ...locale, ...rest], user, join(stage, 'cluster')).catch((cause: Error) => {
      throw new EmbeddedDatabaseError(`initdb failed in ${path}: ${cause.message}\n${initdbAdvice(cause, user)}`, {
        cause,
      })
    })
    await rename(join(stage, 'cluster'), cluster)
    if (fsync) await syncFolder(path)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/**
 * Removes a staging folder that a crash left, once nobody works in it: an initdb outlives its parent, and PostgreSQL that finds
 * its folder gone panics, and leaves its shared memory on the machine.
 */
async function removeStage(stage: string): Promise<void> {
  const deadline = performance.now() + INITDB_MS
  while (performance.now() < deadline && (await processesIn(join(stage, 'cluster'))).length > 0) await delay(20)
  await rm(stage, { recursive: true, maxRetries: 10 }).catch(() => {}) // it may still write
}

function initdbAdvice({ message }: Error, user: SystemUser | undefined): string {
  // A container may run under a number that no user has.
  if (message.includes('look up effective user ID')) return 'Run as a user of /etc/passwd, or set DATABASE_URL.'
  return user ? ADVICE_FOR_ROOT : 'Set DATA_DIR to a folder where it works, or set DATABASE_URL.'
}

/** A rename survives a power failure only once its folder is on disk. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/** Opens the log of the server for appending. One that has grown large is moved aside first. */
export async function openLog({ log }: DataFolder, user: SystemUser | undefined) {
  const size = (await stat(log).catch(undefinedOn('ENOENT')))?.size ?? 0
  if (size > 10 * 1024 * 1024) await rename(log, `${log}.1`)
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  // The other user could have put a symbolic link there, and root would write to whatever it points to.
  const file = await open(log, O_WRONLY | O_APPEND | O_CREAT | (user ? O_NOFOLLOW : 0), 0o600)
  if (user) await file.chown(user.uid, user.gid)
  return { file, size: (await file.stat()).size }
}

/** The last lines of what was logged since the log had this size. */
export async function logSince({ log }: DataFolder, size: number): Promise<string> {
  const text = (await readFile(log)).subarray(size).toString()
  return text.trim().split('\n').slice(-12).join('\n')
}

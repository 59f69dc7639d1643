import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'

/** Creates the symbolic links of the package, which npm can't pack. The package has an install script for that. */
export async function createSymlinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(undefinedOn('ENOENT'))
  const links = JSON.parse(text ?? '[]') as { source: string; target: string }[]
  const createLink = ({ source, target }: { source: string; target: string }) =>
    symlink(relative(dirname(target), source), join(native, '..', target)).catch(undefinedOn('EEXIST'))
  await Promise.all(links.map(createLink))
}

/**
 * Copies the programs to a folder for temporary files, once for each version, and returns the path of the copy. All
 * users may run the copy; only this user may change it. Other users may put files into that folder, and old files in it
 * are deleted one by one. So the copy is created in one step, and used only if it belongs to this user and is complete.
 */
export async function copyBinaries(native: string, parent: string, version: string): Promise<string> {
  const folder = join(parent, `mod-list-catalog-postgres-${version}-${process.geteuid?.() ?? ''}`)
  const files = await filesOf(native)
  if (await isComplete(join(folder, 'native'), files)) return join(folder, 'native')

  const stage = await mkdtemp(join(parent, 'mod-list-catalog-postgres-new-'))
  try {
    await Promise.all([...files.keys()].map((file) => copy(join(native, file), join(stage, 'native', file))))
    await createSymlinks(join(stage, 'native'))
    for (const entry of await readdir(stage, { withFileTypes: true, recursive: true })) {
      if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755)
    }
    await chmod(stage, 0o755)
    const isIncomplete = (await isOurs(folder)) && !(await isComplete(join(folder, 'native'), files))
    if (isIncomplete) await rename(folder, `${stage}-old`).catch(undefinedOn('ENOENT'))
    await rename(stage, folder).catch(undefinedOn('ENOTEMPTY', 'EEXIST')) // another process was faster
  } finally {
    await Promise.all([stage, `${stage}-old`].map((path) => rm(path, { recursive: true, force: true })))
  }
  if (!(await isComplete(join(folder, 'native'), files)))
    throw new EmbeddedDatabaseError(`${folder} exists, but was not created by this user.`)
  return join(folder, 'native')
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await copyFile(from, to)
  await chmod(to, basename(dirname(to)) === 'bin' ? 0o755 : 0o644)
}

/** Returns the sizes of the files that a running server needs, by path. */
async function filesOf(native: string): Promise<Map<string, number>> {
  const entries = await readdir(native, { withFileTypes: true, recursive: true }).catch(undefinedOn('ENOENT'))
  const wanted = (entries ?? []).filter((entry) => entry.isFile() && !entry.name.endsWith('.a'))
  const paths = wanted.map((entry) => join(entry.parentPath, entry.name))
  return new Map(await Promise.all(paths.map(async (p) => [relative(native, p), (await lstat(p)).size] as const)))
}

async function isComplete(native: string, files: Map<string, number>): Promise<boolean> {
  if (!(await isOurs(dirname(native)))) return false
  const found = await filesOf(native)
  return [...files].every(([file, size]) => found.get(file) === size)
}

async function isOurs(folder: string): Promise<boolean> {
  const entry = await lstat(folder).catch(undefinedOn('ENOENT'))
  return entry?.isDirectory() === true && entry.uid === process.geteuid?.() && (entry.mode & 0o022) === 0
}

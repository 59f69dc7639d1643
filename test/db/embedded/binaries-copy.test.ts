import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { copyBinaries } from '../../../src/db/embedded/binaries-copy.ts'

/** Creates an empty folder and one like the package's, with a program, a library and a link that does not exist yet. */
async function folders() {
  const root = await mkdtemp(join(tmpdir(), 'catalog-copy-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const [parent, native] = [join(root, 'parent'), join(root, 'native')]
  for (const folder of [parent, join(native, 'bin'), join(native, 'lib')]) await mkdir(folder, { recursive: true })
  await writeFile(join(native, 'bin', 'postgres'), 'program', { mode: 0o600 })
  await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'library', { mode: 0o600 })
  await writeFile(join(native, 'lib', 'libpq.a'), 'archive')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  return { parent, native }
}

it('the copy of the binaries can be run by every user and written only by its owner', async () => {
  const { parent, native } = await folders()
  const copy = await copyBinaries(native, parent, '18.4.0')

  const modeOf = async (path: string) => ((await stat(join(copy, path))).mode & 0o777).toString(8)
  expect(await Promise.all(['..', '.', 'bin', 'bin/postgres', 'lib/libpq.so.5.18'].map(modeOf))).toEqual([
    '755',
    '755',
    '755',
    '755',
    '644',
  ])
  expect(await readlink(join(copy, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
  expect(await readdir(join(copy, 'lib'))).not.toContain('libpq.a') // only programs are run
})

it('the copy of the binaries is made once, even by several processes at the same time', async () => {
  const { parent, native } = await folders()
  const copies = await Promise.all(Array.from({ length: 5 }, () => copyBinaries(native, parent, '18.4.0')))

  expect(new Set(copies).size).toBe(1)
  expect(await readdir(parent)).toHaveLength(1)
})

it('the copy of the binaries is repaired if part of it is missing', async () => {
  const { parent, native } = await folders()
  const copy = await copyBinaries(native, parent, '18.4.0')
  await rm(join(copy, 'lib', 'libpq.so.5.18'))

  expect(await copyBinaries(native, parent, '18.4.0')).toBe(copy)
  expect(await readFile(join(copy, 'lib', 'libpq.so.5.18'), 'utf8')).toBe('library')
  expect(await readdir(parent)).toHaveLength(1)
})

it('the copy of the binaries is refused if other users could have written to it', async () => {
  const { parent, native } = await folders()
  const copy = await copyBinaries(native, parent, '18.4.0')
  await chmod(join(copy, '..'), 0o777)

  await expect(copyBinaries(native, parent, '18.4.0')).rejects.toThrow('was not created by this user')
  expect(await readdir(parent)).toHaveLength(1)
})

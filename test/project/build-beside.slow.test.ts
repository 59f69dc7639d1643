import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { query } from '../support/database/query.ts'
import { it } from '../support/it.ts'
import { freePort } from '../support/processes/free-port.ts'
import { startCommand } from '../support/processes/programs.ts'

/** Copies the sources of the project, and returns the folder, which shares the packages. */
async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-build-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['src', 'scripts', 'prisma', 'package.json', 'package-lock.json', 'tsconfig.json'])
    await cp(resolve(name), join(folder, name), { recursive: true })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  return folder
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The commit that the builds are told. */
const COMMIT = '0123456789abcdef0123456789abcdef01234567'

it('a server goes on with its own programs and migrations while and after a new build takes their place', async ({
  url,
  db: _,
}) => {
  const folder = await copyProject()
  const build = async () => {
    const words = [process.execPath, resolve('node_modules/tsx/dist/cli.mjs'), 'scripts/bundle.ts']
    const { status, err } = await startCommand(words, { COMMIT }, 'ignore', { cwd: folder }).exit
    expect([status, err]).toEqual([0, ''])
    return readFile(join(folder, 'dist/server.js'), 'utf8')
  }
  const first = await build()
  const port = String(await freePort())
  const words = [process.execPath, 'dist/server.js']
  startCommand(words, { DATABASE_URL: url, PORT: port }, 'ignore', { cwd: folder })
  const site = `http://127.0.0.1:${port}`
  const status = (path: string) =>
    fetch(site + path).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(() => status('/readyz'), { timeout: 60_000 }).toBe(200)

  expect(await (await fetch(`${site}/version`)).json()).toEqual({ version, commit: COMMIT })
  const named = await startCommand([process.execPath, 'dist/cli.js', '--version'], {}, 'ignore', { cwd: folder }).exit
  expect(named.out).toBe(`${version} (0123456789ab)\n`)

  let count = 0
  /** Uploads two lists that no server has compared before, and returns the status of their comparison. */
  const compare = async () => {
    const slugs: string[] = []
    for (const side of ['a', 'b']) {
      const body = new FormData()
      for (const [name, value] of Object.entries({ name: side, game: '4', description: '' })) body.set(name, value)
      body.set('files[]', new File([`+Same\n+${side}${++count}\n`], 'modlist.txt'))
      const answer = await fetch(`${site}/v1/lists`, { method: 'POST', body })
      slugs.push((await answer.json()).data.slug)
    }
    return status(`/v1/compare/${slugs.join('/')}`)
  }
  const statuses = [await compare()]
  let isBuilding = true
  const building = build().finally(() => {
    isBuilding = false
  })
  while (isBuilding) statuses.push(await compare())
  expect(await building).not.toBe(first)

  statuses.push(await compare())
  expect(new Set(statuses)).toEqual(new Set([200]))

  const later = join(folder, 'prisma/migrations/20991231000000_later')
  await mkdir(later)
  await writeFile(join(later, 'migration.sql'), 'SELECT 1')
  expect(await status('/readyz')).toBe(200)
  const { status: migrated } = await startCommand(
    [process.execPath, 'dist/cli.js', 'migrate'],
    { DATABASE_URL: url },
    'ignore',
    { cwd: folder },
  ).exit
  expect([migrated, await status('/readyz')]).toEqual([0, 503])
  await query(url, "DELETE FROM _prisma_migrations WHERE migration_name = '20991231000000_later'")
})

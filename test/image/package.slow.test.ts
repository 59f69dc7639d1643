import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { copyDatabase } from '../support/database/copy.ts'
import { freePort } from '../support/free-port.ts'
import { startCommand } from '../support/processes.ts'
import { BARE, bareFolder, cloneInto, run } from './support.ts'

it('the packed project, installed into an empty folder, has its program and its server', async () => {
  const clone = await bareFolder()
  await cloneInto(clone)
  const options = { env: BARE, maxBuffer: 2 ** 26 }
  await run('npm', ['ci', '--ignore-scripts'], { ...options, cwd: clone })
  const packed = await run('npm', ['pack', '--json'], { ...options, cwd: clone }) // builds, by its script prepare
  const [, name = ''] = /"filename": "([^"]+)"/.exec(packed.stdout) ?? []

  const folder = await bareFolder()
  await run('npm', ['install', '--omit=dev', join(clone, name)], { ...options, cwd: folder })
  const help = await run('npx', ['--no-install', 'mod-list-catalog', '--help'], { ...options, cwd: folder })
  expect(help.stdout).toContain('Usage: mod-list-catalog')

  const database = await copyDatabase(inject('template'))
  onTestFinished(() => database.drop())
  const port = String(await freePort())
  const program = join(folder, 'node_modules/mod-list-catalog/dist/server.js')
  startCommand([process.execPath, program], { PORT: port, DATABASE_URL: database.url })
  const url = `http://127.0.0.1:${port}`
  const games = () =>
    run('npx', ['--no-install', 'mod-list-catalog', 'games', '--url', url], { ...options, cwd: folder }).then(
      ({ stdout }) => stdout,
      () => '',
    )
  await expect.poll(games, { timeout: 60_000 }).toContain('TESV Skyrim SE')
})

import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ownDatabase } from '../support/database/own.ts'
import { BARE, bareFolder, cloneInto, run } from '../support/image.ts'
import { freePort } from '../support/processes/free-port.ts'
import { startCommand } from '../support/processes/programs.ts'

const options = { env: BARE, maxBuffer: 2 ** 26 }

/** Packs the package in a folder of the clone, and returns the path of the archive. */
async function pack(clone: string, folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', folder, '--json'], { ...options, cwd: clone })
  const [, name = ''] = /"filename": "([^"]+)"/.exec(stdout) ?? []
  return join(clone, name)
}

it('the packed project and the packed client can each be installed into an empty folder and used', async () => {
  const clone = await bareFolder()
  await cloneInto(clone)
  await run('npm', ['ci', '--ignore-scripts'], { ...options, cwd: clone })
  const archive = await pack(clone, '.') // its script prepare runs the build

  const folder = await bareFolder()
  await run('npm', ['install', '--omit=dev', archive], { ...options, cwd: folder })
  const help = await run('npx', ['--no-install', 'mod-list-catalog', '--help'], { ...options, cwd: folder })
  expect(help.stdout).toContain('Usage: mod-list-catalog')

  const port = String(await freePort())
  const program = join(folder, 'node_modules/mod-list-catalog/dist/server.js')
  startCommand([process.execPath, program], { PORT: port, DATABASE_URL: await ownDatabase() })
  const url = `http://127.0.0.1:${port}`
  const games = () =>
    run('npx', ['--no-install', 'mod-list-catalog', 'games', '--url', url], { ...options, cwd: folder }).then(
      ({ stdout }) => stdout,
      () => '',
    )
  await expect.poll(games, { timeout: 60_000 }).toContain('TESV Skyrim SE')

  const client = await bareFolder()
  await run('npm', ['install', await pack(clone, './dist/client')], { ...options, cwd: client })
  expect(await readdir(join(client, 'node_modules'))).not.toContain('fastify')
  await writeFile(
    join(client, 'games.mjs'),
    `import { createCatalogClient } from 'mod-list-catalog-client'
    const { data } = await createCatalogClient({ baseUrl: '${url}' }).GET('/v1/games')
    console.log(data.data.length)`,
  )
  const { stdout } = await run(process.execPath, ['games.mjs'], { ...options, cwd: client })
  expect(stdout).toBe('31\n')
})

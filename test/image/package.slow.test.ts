import { chown, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ownDatabase } from '../support/database/own.ts'
import { BARE, bareFolder, ordinaryUser, run } from '../support/image.ts'
import { freePort } from '../support/processes/free-port.ts'
import { startCommand, stop, succeeds } from '../support/processes/programs.ts'
import { read } from '../support/project.ts'

const { version } = JSON.parse(read('package.json')) as { version: string }

it('the packages of a release are installed by an ordinary user, and serve, upload, compare and read', async () => {
  const { env, ...ids } = await ordinaryUser()
  const release = await bareFolder()
  await run('npx', ['--no-install', 'tsx', 'scripts/release/main.ts', release], { env: BARE })
  const own = async () => {
    const folder = await bareFolder()
    if (ids.uid !== undefined && ids.gid !== undefined) await chown(folder, ids.uid, ids.gid)
    return folder
  }
  /** Runs a program as the user. Returns its status and output. */
  const as = (cwd: string, [program = '', ...args]: string[], more = {}) =>
    startCommand([program, ...args], { ...env, ...more }, 'ignore', { ...ids, cwd }).exit
  const succeed = async (cwd: string, ...words: string[]) => {
    const { status, out, err } = await as(cwd, words)
    expect({ words, status, err }).toMatchObject({ words, status: 0 })
    return out
  }
  const archive = (name: string) => join(release, `${name}-${version}.tgz`)
  expect(await succeed(release, 'sha256sum', '--check', 'SHA256SUMS')).toBe(
    ['', '-cli', '-client'].map((name) => `mod-list-catalog${name}-${version}.tgz: OK\n`).join(''),
  )

  /** Starts an unpacked server, and returns its address once it is ready. */
  const serve = async (cwd: string, environment: Record<string, string>) => {
    const port = String(await freePort())
    const words = [process.execPath, 'dist/server.js']
    const server = startCommand(words, { ...env, PORT: port, ...environment }, 'ignore', { ...ids, cwd })
    const readyOrLog = async () => (await succeeds(`http://127.0.0.1:${port}/readyz`)) || server.err() + server.log()
    await expect.poll(readyOrLog, { timeout: 90_000 }).toBe(true)
    return { ...server, address: `http://127.0.0.1:${port}` }
  }
  // With a database elsewhere, the server needs nothing but what it was packed with.
  const folder = await own()
  await succeed(folder, 'tar', '-xzf', archive('mod-list-catalog'), '--strip-components=1')
  const server = await serve(folder, { DATABASE_URL: await ownDatabase() })
  for (const asset of ['', '/swagger-ui.css', '/swagger-ui-bundle.js'])
    expect([asset, await succeeds(`${server.address}/docs${asset}`)]).toEqual([asset, true])

  // The command line alone has no dependencies, so that it is installed without a network.
  const programs = await own()
  await succeed(
    programs,
    'npm',
    'install',
    '--global',
    '--offline',
    `--prefix=${programs}`,
    archive('mod-list-catalog-cli'),
  )
  const installed = join(programs, 'lib/node_modules/mod-list-catalog-cli')
  expect((await readdir(installed)).sort()).toEqual([
    'LICENSE',
    'README.md',
    'THIRD-PARTY-NOTICES.md',
    'cli.js',
    'package.json',
  ])
  const cli = (...args: string[]) =>
    as(programs, [join(programs, 'bin/mod-list-catalog'), ...args], { CATALOG_URL: server.address })
  const { commit } = await (await fetch(`${server.address}/version`)).json()
  const shown = commit === null ? version : `${version} (${commit.slice(0, 12)})`
  expect(await cli('--version')).toEqual({ status: 0, out: `${shown}\n`, err: '' })
  for (const [name, mod] of [
    ['crashes', 'Campfire'],
    ['works', 'Frostfall'],
  ] as const) {
    const profile = join(programs, name)
    await mkdir(profile)
    await writeFile(join(profile, 'modlist.txt'), `+Sky UI\r\n+${mod}\r\n`)
    expect(await cli('upload', profile, '--game', '4', '--name', name)).toMatchObject({
      status: 0,
      out: expect.stringContaining(`/${name}\n`),
    })
  }
  expect(await cli('changes', 'crashes', 'works')).toMatchObject({
    status: 1,
    out: expect.stringContaining('Frostfall'),
  })
  expect(await cli('user', 'list')).toMatchObject({ status: 2, err: expect.stringContaining('package of the server') })

  const client = await own()
  await succeed(client, 'npm', 'install', archive('mod-list-catalog-client'))
  expect((await readdir(join(client, 'node_modules'))).filter((name) => !name.startsWith('.')).sort()).toEqual([
    'mod-list-catalog-client',
    'openapi-fetch',
    'openapi-typescript-helpers',
  ])
  await writeFile(
    join(client, 'compare.mjs'),
    `import { createCatalogClient } from 'mod-list-catalog-client'
    const params = { path: { slug1: 'crashes', slug2: 'works' } }
    const { data } = await createCatalogClient({ baseUrl: '${server.address}' }).GET('/v1/compare/{slug1}/{slug2}', { params })
    console.log(data.data.diffs.join(''))`,
  )
  expect(await succeed(client, 'node', 'compare.mjs')).toContain('+Frostfall')
  await stop(server)

  // Installed and upgraded by the lines of docs/operating.md, with its embedded database, which needs one more package.
  const place = await own()
  const catalog = join(place, 'mod-list-catalog')
  const follow = async (heading: string) => {
    const [, block = ''] =
      new RegExp(`^## ${heading}\n[^]*?^\`\`\`sh\n([^]*?)^\`\`\``, 'm').exec(read('docs/operating.md')) ?? []
    const lines = block
      .replaceAll(/^(apt-get|useradd|install|systemctl|curl|\/etc\/cron\.daily\/).*\n/gm, '')
      .replaceAll('/opt/mod-list-catalog', catalog)
      .replaceAll('/root/', `${release}/`)
      .replaceAll('cd /root ', `cd ${release} `)
      .replaceAll('/etc/mod-list-catalog.env', join(place, 'settings'))
      .replaceAll('/etc/systemd/system/', place)
      .replaceAll('VERSION', version)
    expect(lines.match(/^tar /gm)).toHaveLength(1)
    await succeed(place, 'sh', '-euc', lines)
  }
  await follow('Install')
  const settings = { DATA_DIR: join(place, 'data') }
  const first = await serve(catalog, settings)
  const created = await as(catalog, ['node', 'dist/cli.js', 'user', 'create', 'Ada'], settings)
  expect(created).toMatchObject({ status: 0, out: expect.stringContaining('Ada') })
  await stop(first)
  await follow('Upgrades, and the way back')
  const second = await serve(catalog, settings)
  const listed = await as(catalog, ['node', 'dist/cli.js', 'user', 'list'], settings)
  expect(listed).toMatchObject({ status: 0, out: expect.stringContaining('Ada') })
  await stop(second)
  expect((await readdir(place)).sort()).toEqual([
    'data',
    'mod-list-catalog',
    'mod-list-catalog.before',
    'mod-list-catalog.service',
  ])
})

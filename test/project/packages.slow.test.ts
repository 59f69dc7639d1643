import { mkdtemp, rm } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bundle } from '../../scripts/bundle.ts'
import { packagesIn } from '../../scripts/release/packages.ts'

/** Files of the server: its database, its routes, and what they share. */
const SERVER =
  /^src\/(db\/(?!connections\/counts)|app|server|startup\/(?!banner)|workers\/|website\/)|queries\.ts$|service\.ts$/

it('the command line alone has no part of PostgreSQL, Prisma, Fastify or the server, and needs no other package', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-cli-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const metafile = await bundle(folder, { cli: 'src/user-cli.ts' }, { sourcemap: false })

  const allowed = ['commander', 'diff', 'iconv-lite', 'js-yaml', 'picocolors', 'safer-buffer', 'sax', 'zod']
  expect(packagesIn(metafile)).toEqual(allowed.map((name) => `node_modules/${name}`))
  const outputs = Object.values(metafile.outputs)
  const own = outputs.flatMap(({ inputs }) => Object.keys(inputs)).filter((path) => path.startsWith('src/'))
  expect(own.length).toBeGreaterThan(50)
  expect(own.filter((path) => SERVER.test(path))).toEqual([])
  const imported = outputs.flatMap(({ imports }) => imports.map(({ path }) => path))
  expect(imported.filter((name) => !isBuiltin(name))).toEqual([])
})

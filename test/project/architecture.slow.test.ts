import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult, type IRegularForbiddenRuleType } from 'dependency-cruiser'
import { afterAll, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const rules = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  forbidden: IRegularForbiddenRuleType[]
}
const folder = mkdtempSync(join(tmpdir(), 'architecture-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What the rules have against the modules under `base`/src, as `rule: from -> to`. */
async function violationsIn(base: string): Promise<string[]> {
  const ruleSet = { ...rules, options: undefined }
  const { output } = await cruise(['src'], {
    baseDir: base,
    ruleSet,
    validate: true,
    doNotFollow: { path: 'node_modules' },
  })
  return (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
}

/** The same for one module of this path and text, among empty ones that it imports. */
async function violationsOf(path: string, text: string): Promise<string[]> {
  const base = mkdtempSync(join(folder, 'one-'))
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(base, name)), { recursive: true })
    writeFileSync(join(base, name), content)
  }
  symlinkSync(join(ROOT, 'node_modules'), join(base, 'node_modules'))
  for (const [, name = ''] of text.matchAll(/'(\.[^']+)'/g)) write(join(dirname(path), name), '')
  write(path, text)
  return violationsIn(base)
}

describe('the imports of src/', () => {
  it('go one way, routes -> http -> service -> queries -> db -> pure, and in no circle', async () => {
    const base = join(folder, 'compiled')
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), [
      '-p',
      join(ROOT, 'tsconfig.build.json'),
      '--outDir',
      join(base, 'src'),
    ])
    symlinkSync(join(ROOT, 'node_modules'), join(base, 'node_modules'))
    expect(await violationsIn(base)).toEqual([])
  })

  it.each([
    ['a service that imports http', 'src/files/service.js', '../http/request/form.js', 'service-imports-above'],
    ['http that imports routes', 'src/http/cache/x.js', '../../lists/routes.js', 'http-imports-above'],
    ['queries that import a service', 'src/games/queries.js', '../files/service.js', 'queries-imports-above'],
    ['db that imports queries', 'src/db/client.js', '../lists/queries.js', 'db-imports-above'],
    ['a pure file that imports db', 'src/lists/slug.js', '../db/client.js', 'pure-imports-above'],
    ['a service that imports an entry point', 'src/files/service.js', '../config.js', 'service-imports-above'],
    ['http that imports lists', 'src/http/response/x.js', '../../lists/slug.js', 'shared-imports-part'],
    ['pure code that imports lists', 'src/diff/x.js', '../lists/slug.js', 'shared-imports-part'],
    ['the routes of another part', 'src/lists/routes.js', '../games/routes.js', 'routes-of-another'],
    ['a server in the client', 'src/client/client.js', '../lists/schemas.js', 'client-imports-server'],
    ['the client in the server', 'src/lists/slug.js', '../client/client.js', 'server-imports-client'],
    ['fastify in a service', 'src/files/service.js', 'fastify', 'names-fastify'],
    ['a plugin of fastify in a service', 'src/files/service.js', '@fastify/multipart', 'names-fastify'],
    ['Prisma in a service', 'src/files/service.js', '@prisma/client', 'names-prisma'],
    ['Prisma, generated, in a view', 'src/lists/view.js', '../db/generated/client.js', 'names-prisma'],
    ['the website in a part', 'src/lists/view.js', '../website/parts/site.js', 'knows-website'],
    ['fastify in a page', 'src/website/list/page.js', 'fastify', 'names-fastify'],
    ['queries that know a page', 'src/games/queries.js', '../website/games/service.js', 'queries-imports-above'],
    ['a page that asks the database', 'src/website/list/page.js', '../../games/queries.js', 'pure-imports-above'],
    ['a file that imports itself', 'src/lists/slug.js', './slug.js', 'circle'],
  ])('are refused: %s', async (_, path, imported, rule) => {
    const violations = await violationsOf(path, `import { a } from '${imported}'\n`)
    expect(violations.map((violation) => violation.split(':')[0])).toContain(rule)
  })

  it.each([
    ['another part from a service', 'src/compare/service.js', '../lists/queries.js'],
    ['queries from routes, without a layer that forwards', 'src/games/routes.js', './queries.js'],
    ['paging from schemas', 'src/lists/schemas.js', '../http/request/paging.js'],
    ['fastify from routes', 'src/lists/routes.js', 'fastify'],
  ])('are allowed: %s', async (_, path, imported) => {
    expect(await violationsOf(path, `import { a } from '${imported}'\n`)).toEqual([])
  })

  it('are refused where they are late, and where nothing is named', async () => {
    expect(await violationsOf('src/lists/slug.js', "await import('./queries.js')")).toHaveLength(1)
    expect(await violationsOf('src/lists/slug.js', "import './queries.js'")).toHaveLength(1)
    expect(await violationsOf('src/lists/slug.js', "export * from './queries.js'")).toHaveLength(1)
  })
})

describe('what is reached from inside', () => {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !/^(db\/generated|website\/browser)\//.test(path))
  const filesWith = (pattern: RegExp) =>
    sources.filter((path) => {
      const text = readFileSync(join(ROOT, 'src', path), 'utf8')
      return pattern.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''))
    })

  it('is never the environment, which the entry points alone read and hand on', () => {
    expect(filesWith(/\bprocess\.env\b/)).toEqual(['cli.ts', 'server.ts'])
  })

  it('is never the clock, which entry points hand on: only the embedded database sets the time of a file', () => {
    const clocks = filesWith(/\bnew Date\(\s*\)|\bDate\.now\b/)
    expect(clocks.filter((path) => !/^(startup|commands)\//.test(path))).toEqual(['db/embedded/ownership.ts'])
  })

  it('is random only in the files named here: secrets, ids, ports and names of files', () => {
    expect(filesWith(/\bMath\.random\b|\brandom(Bytes|UUID|Int)\b/).sort()).toEqual([
      'backup/import-queries.ts',
      'commands/backup.ts',
      'commands/remote/api.ts',
      'commands/remote/writing/owner-keys.ts',
      'db/address/pooling.ts',
      'db/embedded/data-folder.ts',
      'db/embedded/lock.ts',
      'db/embedded/ownership.ts',
      'db/embedded/port.ts',
      'http/response/entity-tag.ts',
      'http/response/socket-errors.ts',
      'http/server.ts',
      'lists/slug.ts',
      'moderation/reports/service.ts',
      'moderation/senders/service.ts',
      'secrets.ts',
    ])
  })
})

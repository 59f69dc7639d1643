import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult, type IRegularForbiddenRuleType } from 'dependency-cruiser'
import { transformSync } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  forbidden: IRegularForbiddenRuleType[]
}
const forTypes = forbidden.filter(({ name }) => !name?.startsWith('value-'))
const folder = mkdtempSync(join(tmpdir(), 'architecture-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the violations of the rules by the modules under `base`/src, as `rule: from -> to`. */
async function violationsIn(base: string, rules = forbidden): Promise<string[]> {
  const { output } = await cruise(['src'], {
    baseDir: base,
    ruleSet: { forbidden: rules },
    validate: true,
    doNotFollow: { path: 'node_modules' },
  })
  return (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
}

function newBase(): string {
  const base = mkdtempSync(join(folder, 'base-'))
  symlinkSync(join(ROOT, 'node_modules'), join(base, 'node_modules'))
  return base
}

function write(base: string, name: string, content: string) {
  mkdirSync(dirname(join(base, name)), { recursive: true })
  writeFileSync(join(base, name), content)
}

/** Returns the violations by one module, compiled with its type imports kept. The modules that it imports are empty. */
async function violationsOf(path: string, text: string, rules = forbidden): Promise<string[]> {
  const base = newBase()
  for (const [, name = ''] of text.matchAll(/'(\.[^']+)'/g)) write(base, join(dirname(path), name), '')
  write(base, path, keepingTypes(text, 'ts'))
  return violationsIn(base, rules)
}

/** Compiles a module to JavaScript whose imports include those of types. */
function keepingTypes(text: string, loader: 'ts' | 'tsx'): string {
  const asValues = text.replaceAll(/^(import|export) type (?=\{)/gm, '$1 ')
  const { code } = transformSync(asValues, {
    loader,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  })
  return code.replaceAll(/(['"]\..*?)\.tsx?(?=['"])/g, '$1.js')
}

/** Paths of the server's source files, without generated ones. */
const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !/^(db\/generated|website\/browser)\//.test(path))

describe('the imports of src/', () => {
  it('go one way, routes -> http -> service -> queries -> db -> pure, without a circle', async () => {
    const base = newBase()
    const tsc = join(ROOT, 'node_modules/.bin/tsc')
    execFileSync(tsc, ['-p', join(ROOT, 'tsconfig.build.json'), '--outDir', join(base, 'src')])
    expect(await violationsIn(base)).toEqual([])
  })

  it('go one way for types too, without a circle', async () => {
    const base = newBase()
    for (const path of sources) {
      const text = readFileSync(join(ROOT, 'src', path), 'utf8')
      write(base, join('src', path.replace(/\.tsx?$/, '.js')), keepingTypes(text, path.endsWith('x') ? 'tsx' : 'ts'))
    }
    expect(await violationsIn(base, forTypes)).toEqual([])
  })

  it.each([
    ['a service that imports http', 'src/files/service.js', '../http/request/form.js', 'service-imports-above'],
    ['http that imports routes', 'src/http/cache/x.js', '../../lists/routes.js', 'http-imports-above'],
    ['queries that import a service', 'src/lists/queries.js', './detail/service.js', 'value-queries-imports-above'],
    ['db that imports queries', 'src/db/client.js', '../lists/queries.js', 'value-db-imports-above'],
    ['a pure file that imports db', 'src/lists/slug.js', '../db/client.js', 'value-pure-imports-above'],
    ['a service that imports an entry point', 'src/files/service.js', '../config.js', 'service-imports-above'],
    ['http that imports lists', 'src/http/response/x.js', '../../lists/slug.js', 'shared-imports-part'],
    ['a pure shared file that imports lists', 'src/diff/x.js', '../lists/slug.js', 'shared-imports-part'],
    ['a context that imports the comparer', 'src/context.js', './compare/differ.js', 'shared-imports-part'],
    ['lists that import games', 'src/lists/queries.js', '../games/queries.js', 'lists-imports-part'],
    ['lists that import accounts', 'src/lists/x.js', '../accounts/queries.js', 'lists-imports-part'],
    ['accounts that import statistics', 'src/accounts/x.js', '../stats/queries.js', 'accounts-imports-part'],
    ['the pool of workers that imports a task', 'src/workers/x.js', '../diff/x.js', 'workers-import-tasks'],
    ['the routes of another part', 'src/lists/routes.js', '../files/routes.js', 'routes-of-another'],
    ['other routes of another part', 'src/compare/routes.js', '../lists/form-routes.js', 'routes-of-another'],
    ['the server in the client', 'src/client/client.js', '../lists/schemas.js', 'client-imports-server'],
    ['the client in the server', 'src/lists/slug.js', '../client/client.js', 'server-imports-client'],
    ['Fastify in a service', 'src/files/service.js', 'fastify', 'value-names-fastify'],
    ['a plugin of Fastify in a service', 'src/files/service.js', '@fastify/cors', 'value-names-fastify'],
    ['node-postgres in queries', 'src/lists/queries.js', 'pg', 'names-pg'],
    ['Prisma in a service', 'src/files/service.js', '@prisma/client', 'names-prisma'],
    ['the generated Prisma client in a view', 'src/lists/view.js', '../db/generated/client.js', 'names-prisma'],
    ['the website in another part', 'src/lists/view.js', '../website/parts/site.js', 'imports-website'],
    ['Fastify in a page', 'src/website/list/page.js', 'fastify', 'value-names-fastify'],
    ['a page that imports queries', 'src/website/list/page.js', '../../games/queries.js', 'value-pure-imports-above'],
    ['a file that imports itself', 'src/lists/slug.js', './slug.js', 'circle'],
    ['a package that does not exist', 'src/lists/slug.js', 'no-such-package', 'value-missing'],
  ])('are refused: %s', async (_, path, imported, rule) => {
    const violations = await violationsOf(path, `import { a } from '${imported}'\n`)
    expect(violations.map((violation) => violation.split(':')[0])).toContain(rule)
  })

  it.each([
    ['a service that imports a type of http', 'src/lists/detail/service.js', '../../http/limits/byte-budget.js'],
    ['a page that imports a type of routes', 'src/website/list/page.js', '../send-page.js'],
    ['a context that imports a type of the comparer', 'src/context.js', './compare/differ.js'],
    ['lists that import a type of accounts', 'src/lists/x.js', '../accounts/queries.js'],
    ['queries that import a type of node-postgres', 'src/lists/queries.js', 'pg'],
    ['a file that imports a type of itself', 'src/lists/slug.js', './slug.js'],
  ])('are refused for types: %s', async (_, path, imported) => {
    expect(await violationsOf(path, `import type { A } from '${imported}'\n`, forTypes)).not.toEqual([])
    expect(await violationsOf(path, `import { type A } from '${imported}'\n`, forTypes)).not.toEqual([])
  })

  it('are allowed for the type of a row, from a pure file', async () => {
    expect(await violationsOf('src/lists/view.js', "import type { A } from './queries.js'\n", forTypes)).toEqual([])
  })

  it.each([
    ['another part from a service', 'src/compare/service.js', '../lists/queries.js'],
    ['queries from routes, without a layer that only forwards', 'src/games/routes.js', '../lists/queries.js'],
    ['paging from schemas', 'src/lists/schemas.js', '../http/request/paging.js'],
    ['fastify from routes', 'src/lists/routes.js', 'fastify'],
  ])('are allowed: %s', async (_, path, imported) => {
    expect(await violationsOf(path, `import { a } from '${imported}'\n`)).toEqual([])
  })

  it('are also refused if they are dynamic or name nothing', async () => {
    expect(await violationsOf('src/lists/slug.js', "await import('./queries.js')")).toHaveLength(1)
    expect(await violationsOf('src/lists/slug.js', "import './queries.js'")).toHaveLength(1)
    expect(await violationsOf('src/lists/slug.js', "export * from './queries.js'")).toHaveLength(1)
  })
})

describe('global state in src/', () => {
  const filesWith = (pattern: RegExp) =>
    sources.filter((path) => {
      const text = readFileSync(join(ROOT, 'src', path), 'utf8')
      return pattern.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''))
    })

  it('does not include the environment, which only the entry points read and pass on', () => {
    expect(filesWith(/\bprocess\.env\b/)).toEqual(['cli.ts', 'server.ts', 'user-cli.ts'])
  })

  it('does not include the clock, except in entry points', () => {
    const clocks = filesWith(/\bnew Date\(\s*\)|\bDate\.now\b/)
    expect(clocks.filter((path) => !/^(startup|commands)\//.test(path))).toEqual([])
  })

  it('includes random values only in the files named here, for secrets, ids, ports and file names', () => {
    expect(filesWith(/\bMath\.random\b|\brandom(Bytes|UUID|Int)\b/).sort()).toEqual([
      'commands/backup.ts',
      'commands/remote/api.ts',
      'commands/remote/private-files.ts',
      'db/embedded/postgres.ts',
      'http/response/entity-tag.ts',
      'http/response/socket-errors.ts',
      'http/server.ts',
      'lists/slug.ts',
      'lists/writing/free-slug-queries.ts',
      'moderation/reports/service.ts',
      'secrets.ts',
      'senders/service.ts',
    ])
  })
})

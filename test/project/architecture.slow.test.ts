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
    ['a pure file that imports db', 'src/lists/slug.js', '../db/client.js', 'value-pure-imports-above'],
    ['lists that import games', 'src/lists/queries.js', '../games/queries.js', 'lists-imports-part'],
    ['the routes of another part', 'src/lists/routes.js', '../files/routes.js', 'routes-of-another'],
    ['the server in the client', 'src/client/client.js', '../lists/schemas.js', 'client-imports-server'],
    ['Fastify in a service', 'src/files/service.js', 'fastify', 'value-names-fastify'],
    ['the website in another part', 'src/lists/view.js', '../website/components/site.js', 'imports-website'],
  ])('are refused: %s', async (_, path, imported, rule) => {
    const violations = await violationsOf(path, `import { a } from '${imported}'\n`)
    expect(violations.map((violation) => violation.split(':')[0])).toContain(rule)
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
})

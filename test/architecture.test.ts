import { readdirSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** Layers from the top: a file imports those of its own layer and of those after it. */
const LAYERS = ['entry', 'routes', 'http', 'service', 'queries', 'db', 'pure'] as const
type Layer = (typeof LAYERS)[number]

/** What a path belongs to; the first match counts. A new kind of file is pure until it is named here. */
const PLACES: [RegExp, Layer][] = [
  [/^((server|cli|app|config|commands|greeting|service|start-faults)\.ts$|commands\/)/, 'entry'],
  [/^\w+\/routes\.ts$/, 'routes'],
  [/^http\/(byte-range|paging|validation)\.ts$/, 'pure'],
  [/^http\//, 'http'],
  [/^lists\/(collection|search|sweep|pages|details)\.ts$/, 'service'],
  [/^\w+\/service\.ts$/, 'service'],
  [/^\w+\/([\w-]+-)?queries\.ts$/, 'queries'],
  [/^db\//, 'db'],
]

const layerOf = (path: string): Layer => PLACES.find(([pattern]) => pattern.test(path))?.[1] ?? 'pure'

interface Import {
  /** A path under src/ for a file of ours, else the name of a package. */
  of: string
  isOurs: boolean
  /** Leaves nothing behind at run time. */
  isType: boolean
}

const IMPORTS =
  /^\s*(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s*)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/gm

function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(IMPORTS)].map(([, type, still, late]) => {
    const of = still ?? late ?? ''
    const isOurs = of.startsWith('.')
    return { of: isOurs ? posix.join(dirname(path), of) : of, isOurs, isType: type !== undefined }
  })
}

/** What the sources, by their path under src/, have against STYLE: imports go one way, and never in a circle. */
function faultsOf(sources: Record<string, string>): string[] {
  const files = Object.entries(sources).map(([path, text]) => ({ path, imports: importsOf(path, text) }))
  const faults = files.flatMap(({ path, imports }) => imports.flatMap((imported) => faultOf(path, imported) ?? []))
  return [...faults, ...circlesOf(files)]
}

function faultOf(path: string, { of, isOurs, isType }: Import): string | undefined {
  const layer = layerOf(path)
  if (!isOurs) {
    if (/^(@?fastify\b|fastify-)/.test(of) && !['routes', 'http'].includes(layer) && path !== 'app.ts' && !isType) {
      return `${path} names ${of}`
    }
    if (of.startsWith('@prisma/') && !['queries', 'db'].includes(layer) && !isType) return `${path} names ${of}`
    return undefined
  }
  const imported = layerOf(of)
  if (imported === 'entry' && layer !== 'entry') return `${path} imports the entry point ${of}`
  if (imported === 'routes' && layer !== 'entry') return `${path} imports the routes ${of}`
  if (path.startsWith('client/') !== of.startsWith('client/')) return `${path} imports ${of}: the client stands alone`
  if (isType) return undefined
  if (of.startsWith('db/generated/') && !['queries', 'db'].includes(layer)) return `${path} names Prisma`
  if (LAYERS.indexOf(imported) < LAYERS.indexOf(layer)) return `${path} (${layer}) imports ${of} (${imported})`
  return undefined
}

function circlesOf(files: { path: string; imports: Import[] }[]): string[] {
  const graph = new Map(
    files.map(({ path, imports }) => [path, imports.filter(({ isType }) => !isType).map(({ of }) => of)]),
  )
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) circles.push(`circle: ${[...trail.slice(trail.indexOf(path)), path].join(' -> ')}`)
    else if (!done.has(path)) for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return circles
}

const sources = Object.fromEntries(
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.startsWith('db/generated/'))
    .map((path) => [path, readFileSync(`${SRC}/${path}`, 'utf8')]),
)

describe('the imports of src/', () => {
  it('go one way: routes -> http -> service -> queries -> db -> pure, in no circle', () => {
    expect(faultsOf(sources)).toEqual([])
  })

  it('are all seen: none is written in a way that is not looked at', () => {
    for (const [path, text] of Object.entries(sources)) {
      const lines = text.split('\n').filter((line) => /^import\b|\sfrom '|\bimport\(|\brequire\(/.test(line))
      const starts = lines.filter((line) => /^(import|export) |import\(|^} from /.test(line))
      const opened = starts.filter((line) => /^import( type)? {$/.test(line)).length
      expect([path, importsOf(path, text).length]).toEqual([path, starts.length - opened])
    }
  })

  it('find files that exist', () => {
    const missing = Object.entries(sources).flatMap(([path, text]) =>
      importsOf(path, text).filter(({ of, isOurs }) => isOurs && !of.startsWith('db/generated/') && !(of in sources)),
    )
    expect(missing).toEqual([])
  })
})

describe('what is reached from inside', () => {
  const filesWith = (pattern: RegExp) =>
    Object.keys(sources).filter((path) => pattern.test(sources[path]?.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '') ?? ''))

  it('is never the environment, which config.ts alone reads', () => {
    expect(filesWith(/\bprocess\.env\b/)).toEqual(['config.ts'])
  })

  it('is never the clock, which entry points hand on: only the age of a server process is told by it', () => {
    const clocks = filesWith(/\bnew Date\(\s*\)|\bDate\.now\b/)
    expect(clocks.filter((path) => layerOf(path) !== 'entry')).toEqual(['db/embedded-postmaster.ts'])
  })

  it('is chance in no pure file but where tokens are made, and where it only keeps a table of lines from being attacked', () => {
    const random = filesWith(/\bMath\.random\b|\brandom(Bytes|UUID|Int)\b/)
    expect(random.filter((path) => layerOf(path) === 'pure')).toEqual(['accounts/secret.ts', 'compare/lines.ts'])
  })
})

describe('this check', () => {
  it.each<[what: string, path: string, text: string, fault: string]>([
    [
      'a service over http',
      'lists/service.ts',
      "import { a } from '../http/form.ts'",
      '(service) imports http/form.ts (http)',
    ],
    ['queries over a service', 'games/queries.ts', "import { a } from '../lists/service.ts'", '(queries) imports'],
    ['queries over a sweep', 'lists/sweep-queries.ts', "import { sweep } from './sweep.ts'", '(queries) imports'],
    ['db over queries', 'db/migrate.ts', "import { a } from '../lists/queries.ts'", '(db) imports lists/queries.ts'],
    ['a pure file over db', 'lists/slug.ts', "import { transact } from '../db/transaction.ts'", '(pure) imports'],
    [
      'a pure file over queries, in many lines',
      'lists/view.ts',
      "import {\n  a,\n  b as c,\n} from './queries.ts'",
      '(pure) imports',
    ],
    ['a pure file late', 'lists/slug.ts', "const a = await import('./service.ts')", '(pure) imports lists/service.ts'],
    ['a pure file by export', 'lists/slug.ts', "export { a } from './queries.ts'", '(pure) imports'],
    ['a pure file by export of all', 'lists/slug.ts', "export * from './queries.ts'", '(pure) imports'],
    ['a pure file for its effect', 'lists/slug.ts', "import './queries.ts'", '(pure) imports'],
    ['the routes of another part', 'lists/routes.ts', "import { a } from '../games/routes.ts'", 'imports the routes'],
    [
      'an entry point',
      'http/probes.ts',
      "import { loadConfig } from '../config.ts'",
      'imports the entry point config.ts',
    ],
    [
      'the type of an entry point',
      'lists/service.ts',
      "import type { Config } from '../config.ts'",
      'imports the entry point',
    ],
    ['fastify in a service', 'lists/service.ts', "import fastify from 'fastify'", 'names fastify'],
    ['a plugin in a service', 'lists/service.ts', "import a from '@fastify/multipart'", 'names @fastify/multipart'],
    ['Prisma in a service', 'lists/service.ts', "import { Prisma } from '../db/generated/client.ts'", 'names Prisma'],
    ['Prisma in a pure file', 'lists/view.ts', "import { a } from '@prisma/client'", 'names @prisma/client'],
    ['the server in the client', 'client/client.ts', "import type { A } from '../lists/schemas.ts'", 'stands alone'],
    ['the client in the server', 'lists/slug.ts', "import { a } from '../client/client.ts'", 'stands alone'],
    ['itself', 'lists/slug.ts', "import { a } from './slug.ts'", 'circle: lists/slug.ts -> lists/slug.ts'],
  ])('finds %s', (_, path, text, fault) => {
    const faults = faultsOf({ [path]: text })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(fault)
  })

  it('finds a circle of three, once', () => {
    const circle = { 'a.ts': "import { b } from './b.ts'", 'b.ts': "import './c.ts'", 'c.ts': "export * from './a.ts'" }
    expect(faultsOf(circle)).toEqual(['circle: a.ts -> b.ts -> c.ts -> a.ts'])
  })

  it.each([
    ['types from above', 'lists/view.ts', "import type { ListRow } from './queries.ts'"],
    ['the types of Prisma', 'lists/queries.ts', "import type { Prisma } from '../db/generated/client.ts'"],
    ['the types of fastify', 'service.ts', "import type { FastifyBaseLogger } from 'fastify'"],
    ['another part', 'compare/service.ts', "import { a } from '../lists/queries.ts'"],
    ['a pure file of http', 'lists/schemas.ts', "import { paged } from '../http/paging.ts'"],
    ['queries by routes, without a layer that forwards', 'games/routes.ts', "import { a } from './queries.ts'"],
  ])('allows %s', (_, path, text) => {
    expect(faultsOf({ [path]: text })).toEqual([])
  })
})

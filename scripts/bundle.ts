import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build, type Metafile } from 'esbuild'

const PROGRAMS = {
  server: 'src/server.ts',
  cli: 'src/cli.ts',
  worker: 'src/compare/worker/worker.ts',
  'index-worker': 'src/mods/indexing/worker.ts',
}

/** Other files that the programs depend on: their packages and the database schema. */
const SOURCES = ['package.json', 'package-lock.json', 'prisma/schema.prisma']

/** Returns a hash of the programs' sources. It does not depend on the machine that builds them. */
async function buildId(): Promise<string> {
  const files = (await readdir('src', { recursive: true })).filter((path) => /\.(tsx?|css|svg)$/.test(path))
  const own = files.map((path) => `src/${path.replaceAll('\\', '/')}`).filter((path) => !path.startsWith(GENERATED))
  const hash = createHash('sha256')
  for (const path of [...own.sort(), ...SOURCES]) hash.update(`${path}\n`).update(await readFile(path))
  return hash.digest('base64url').slice(0, 22)
}

/** Returns the commit of the sources: COMMIT if it is set, as in an image, or else that of Git. Null without both. */
async function buildCommit(): Promise<string | null> {
  const { COMMIT } = process.env
  if (COMMIT !== undefined && COMMIT !== '') return COMMIT
  const asked = promisify(execFile)('git', ['rev-parse', 'HEAD'])
  return asked.then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
}

/** Files of the API reference that the server reads from the folder `reference` beside it. */
const REFERENCE = ['swagger-ui-bundle.js', 'swagger-ui.css']

/** Generated files, which contain paths of this machine. */
const GENERATED = 'src/db/generated/'

/**
 * Bundles the server, the commands and their packages into a few files, because finding and reading hundreds of files
 * takes most of the startup time. `folder` must be a folder of dist/, so that relative paths in src/ stay valid.
 */
export async function bundlePrograms(
  folder: string,
  further: Record<string, string> = {},
  options = { sourcemap: true },
): Promise<Metafile> {
  for (const name of REFERENCE)
    await cp(`node_modules/@fastify/swagger-ui/static/${name}`, `${folder}/reference/${name}`)
  return bundle(folder, { ...PROGRAMS, ...further }, options)
}

/** Bundles programs into a folder. Returns what esbuild knows about the files that it read and wrote. */
export async function bundle(
  folder: string,
  programs: Record<string, string>,
  options: { sourcemap: boolean },
): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: programs,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifyWhitespace: true, // names stay, so that stack traces can be read
    ...options,
    sourcesContent: false,
    metafile: true,
    define: {
      BUILD_ID: JSON.stringify(await buildId()),
      BUILD_VERSION: JSON.stringify(JSON.parse(await readFile('package.json', 'utf8')).version),
      BUILD_COMMIT: JSON.stringify(await buildCommit()),
    },
    // They start threads from files of their packages.
    external: ['pino', 'piscina'],
    // CommonJS packages call `require` for Node's modules.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'\nconst require = requireOf(import.meta.url)",
    },
    logLevel: 'warning',
  })
  return metafile
}

/** Number of bundles that are kept: the new one and those that running servers may have been started from. */
const KEPT = 3

/**
 * Bundles the programs into a new folder of dist/, and then makes dist/server.js and dist/cli.js run it. A running
 * server still finds the files of its own bundle, such as the program of its workers.
 */
async function install(): Promise<void> {
  const name = `bundle-${new Date().toISOString().replace(/\D/g, '')}`
  await bundlePrograms(`dist/${name}`)
  await replace('dist/server.js', `import './${name}/server.js'\n`)
  await replace('dist/cli.js', `#!/usr/bin/env node\nimport './${name}/cli.js'\n`)
  const bundles = (await readdir('dist')).filter((entry) => /^bundle(-\d+)?$/.test(entry)).sort()
  for (const old of bundles.slice(0, -KEPT)) await rm(`dist/${old}`, { recursive: true, force: true })
}

/** Writes an executable file. A program that starts meanwhile finds the old text or the new one. */
async function replace(path: string, text: string): Promise<void> {
  const part = `${path}.${process.pid}`
  await writeFile(part, text, { mode: 0o755 })
  await rename(part, path)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await install()

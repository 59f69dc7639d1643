import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const PROGRAMS = {
  server: 'src/server.ts',
  cli: 'src/cli.ts',
  worker: 'src/compare/worker/worker.ts',
  'index-worker': 'src/mods/reading/worker.ts',
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

/** Generated files, which contain paths of this machine. */
const GENERATED = 'src/db/generated/'

/**
 * Bundles the server, the commands and their packages into a few files, because finding and reading hundreds of files
 * takes most of the startup time. `folder` must be as deep as dist/bundle, so that relative paths in src/ stay valid.
 */
export async function bundlePrograms(folder: string, further: Record<string, string> = {}): Promise<void> {
  await build({
    entryPoints: { ...PROGRAMS, ...further },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifyWhitespace: true, // names stay, so that stack traces can be read
    sourcemap: true,
    sourcesContent: false,
    define: { BUILD_ID: JSON.stringify(await buildId()) },
    // pino starts a thread from a file of its package.
    external: ['pino'],
    // CommonJS packages call `require` for Node's modules.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'\nconst require = requireOf(import.meta.url)",
    },
    logLevel: 'warning',
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await rm('dist/bundle', { recursive: true, force: true })
  await bundlePrograms('dist/bundle')
  await writeFile('dist/server.js', "import './bundle/server.js'\n")
  await writeFile('dist/cli.js', "#!/usr/bin/env node\nimport './bundle/cli.js'\n")
}

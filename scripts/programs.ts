import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { build } from 'esbuild'

const PROGRAMS = { server: 'src/server.ts', cli: 'src/cli.ts', worker: 'src/workers/worker.ts' }

/** What else makes a program another one: its packages, and the shape of its rows. */
const SOURCES = ['package.json', 'package-lock.json', 'prisma/schema.prisma']

/** A hash of what the programs are made from: the same sources have the same, wherever they are built. */
async function buildId(): Promise<string> {
  const files = (await readdir('src', { recursive: true })).filter((path) => /\.(tsx?|css|svg)$/.test(path))
  const own = files.map((path) => `src/${path.replaceAll('\\', '/')}`).filter((path) => !path.startsWith(GENERATED))
  const hash = createHash('sha256')
  for (const path of [...own.sort(), ...SOURCES]) hash.update(`${path}\n`).update(await readFile(path))
  return hash.digest('base64url').slice(0, 22)
}

/** Made from the schema, with the paths of the machine in it. */
const GENERATED = 'src/db/generated/'

/**
 * Joins the server, the commands and the packages that they use into a few files: to find and read some 600 of them takes
 * most of the time of a start. The folder has to lie as deep as dist/bundle, so that what the parts of src/ look for is
 * where it was.
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
    minifyWhitespace: true, // names stay, for those who read a stack
    sourcemap: true,
    sourcesContent: false,
    define: { BUILD_ID: JSON.stringify(await buildId()) },
    // It starts a thread from a file of its own package.
    external: ['pino'],
    // Packages in the older format ask for the modules of Node by it.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'\nconst require = requireOf(import.meta.url)",
    },
    logLevel: 'warning',
  })
}

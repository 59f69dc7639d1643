import { build } from 'esbuild'

const PROGRAMS = { server: 'src/server.ts', cli: 'src/cli.ts', worker: 'src/diff/worker.ts' }

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
    // They have files of their own that they look for, threads for one.
    external: ['@prisma/schema-engine-wasm', 'pino', 'piscina'],
    // Packages in the older format ask for the modules of Node by it.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'\nconst require = requireOf(import.meta.url)",
    },
    logLevel: 'warning',
  })
}

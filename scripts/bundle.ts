import { rm, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'

// Joins the server and the packages that it uses into a few files: to find and read some 600 of them takes most of the
// time of a start. They lie as deep under dist/ as the parts of src/, so that what those look for is where it was.
await rm('dist/bundle', { recursive: true, force: true })
await build({
  entryPoints: { server: 'src/server.ts', worker: 'src/compare/worker.ts' },
  outdir: 'dist/bundle',
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

await writeFile('dist/server.js', "import './bundle/server.js'\n")

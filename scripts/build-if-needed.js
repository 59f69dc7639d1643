// Builds before `npm start`, unless the build is newer than all of its sources, as it is after `npm ci`.
import { execSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = ['src', 'scripts', 'prisma/schema.prisma', 'package.json', 'package-lock.json', 'tsconfig.json']
/** The file that the build writes last. */
const LAST = 'dist/cli.js'

/** Whether the build itself writes the file, although it is in src/. */
const isGenerated = (path) => /[/\\](generated|api-types\.ts)/.test(path)

const inside = (path) =>
  statSync(path).isDirectory() ? readdirSync(path, { recursive: true }).map((name) => join(path, name)) : [path]

/** Whether a file or folder was changed after the build. A folder's time changes when a file in it is deleted. */
const isNewer = (path) => !isGenerated(path) && statSync(path).mtimeMs > built

const built = existsSync(LAST) ? statSync(LAST).mtimeMs : 0
if (SOURCES.flatMap(inside).some(isNewer)) {
  console.error(
    `${built === 0 ? 'There is no build yet' : 'The build is older than its sources'}: building, which takes about a minute.`,
  )
  execSync('npm run build', { stdio: 'inherit' })
}

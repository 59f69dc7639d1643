// Builds before `npm start`, or generates code before the tests, unless that is newer than all of its sources, as it is
// after `npm ci`: node scripts/run-if-needed.js build|generate
import { execSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = ['src', 'scripts', 'prisma/schema.prisma', 'package.json', 'package-lock.json', 'tsconfig.json']

/** Files that are written after each run of a script, so that its time is known. The build's is its last output. */
const DONE = { build: 'dist/cli.js', generate: 'dist/generated' }

const LONG = 'building, which takes about a minute.'
const MESSAGES = {
  build: [`There is no build yet: ${LONG}`, `The build is older than its sources: ${LONG}`],
  generate: ['Generating code.', 'Generating code anew, because its sources have changed.'],
}

/** Whether the scripts themselves write the file, although it is in src/. */
const isGenerated = (path) => /[/\\](generated|api-types\.ts)/.test(path)

const inside = (path) =>
  statSync(path).isDirectory() ? readdirSync(path, { recursive: true }).map((name) => join(path, name)) : [path]

/** Whether a file or folder was changed after the last run. A folder's time changes when a file in it is deleted. */
const isNewer = (path) => !isGenerated(path) && statSync(path).mtimeMs > done

const script = process.argv[2]
const done = existsSync(DONE[script]) ? statSync(DONE[script]).mtimeMs : 0
if (SOURCES.flatMap(inside).some(isNewer)) {
  console.error(MESSAGES[script][done === 0 ? 0 : 1])
  execSync(`npm run ${script}`, { stdio: 'inherit' })
  if (script === 'generate') {
    mkdirSync('dist', { recursive: true })
    writeFileSync(DONE.generate, '')
  }
}

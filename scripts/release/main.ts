// Makes the files of a release from a built project: `npm run release`, or with a folder, by default dist/release.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { composeOf } from './notes.ts'
import { writePackages } from './packages.ts'

const [folder = 'dist/release'] = process.argv.slice(2)
const scope = process.env.NPM_SCOPE || undefined
if (scope !== undefined && !/^@[a-z\d][\w.-]*$/.test(scope))
  throw new Error(`NPM_SCOPE must be a scope such as @mods, not ${scope}.`)

const { version } = JSON.parse(await readFile('package.json', 'utf8'))
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const made: string[] = []
for (const path of await writePackages(scope)) {
  const pack = ['pack', '--silent', '--pack-destination', folder, resolve(path)]
  const packed = execFileSync('npm', pack, { encoding: 'utf8' }).trim()
  const name = `${basename(path)}-${version}.tgz`
  await rename(join(folder, packed), join(folder, name)) // npm also puts the scope into the name of the file
  made.push(name)
}
// Only GitHub builds the image of a release, so only there is a file that names it.
const { GITHUB_REPOSITORY } = process.env
if (GITHUB_REPOSITORY) {
  const image = `ghcr.io/${GITHUB_REPOSITORY.toLowerCase()}:${version}`
  await writeFile(join(folder, 'docker-compose.yml'), composeOf(await readFile('docker-compose.yml', 'utf8'), image))
  made.push('docker-compose.yml')
}
const sums = await Promise.all(
  made.map(async (name) => {
    const content = await readFile(join(folder, name))
    return `${createHash('sha256').update(content).digest('hex')}  ${name}\n`
  }),
)
await writeFile(join(folder, 'SHA256SUMS'), sums.join(''))
console.log(sums.join('').trimEnd())

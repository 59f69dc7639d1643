// Makes the files of a release from a built project: `npm run release`, or with a folder, by default dist/release.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { writePackages } from './packages.ts'

const [folder = 'dist/release'] = process.argv.slice(2)
const scope = process.env.NPM_SCOPE || undefined
if (scope !== undefined && !/^@[a-z\d][\w.-]*$/.test(scope))
  throw new Error(`NPM_SCOPE must be a scope such as @mods, not ${scope}.`)

const { version } = JSON.parse(await readFile('package.json', 'utf8'))
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const sums: string[] = []
for (const path of await writePackages(scope)) {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, resolve(path)], {
    encoding: 'utf8',
  })
  // npm puts the scope into the name of the file.
  const name = `${basename(path)}-${version}.tgz`
  await rename(join(folder, packed.trim()), join(folder, name))
  sums.push(
    `${createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex')}  ${name}\n`,
  )
}
await writeFile(join(folder, 'SHA256SUMS'), sums.join(''))
console.log(sums.join('').trimEnd())

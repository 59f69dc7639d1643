// Prints the notes of a release: node scripts/release/notes.ts v1.1.0
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/**
 * Returns the section of the changelog about a version. Links to files of the project begin with `address`, because
 * notes are shown elsewhere. Throws if there is no such section, or if it says that the version is not released.
 */
export function notesOf(changelog: string, version: string, address: string): string {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => /^\S+/.exec(text)?.[0] === version)
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${version}".`)
  const [heading = '', ...lines] = section.split('\n')
  if (heading.trim() !== version)
    throw new Error(`The heading in CHANGELOG.md must be "## ${version}", not "## ${heading}".`)
  const text = lines.join('\n').trim()
  if (text === '') throw new Error(`CHANGELOG.md says nothing about ${version}.`)
  return text.replaceAll(/\]\((?![a-z]+:|#)/g, `](${address}/`)
}

/** Returns the version that a tag names. Throws if it is not the version of the project. */
export function versionOf(tag: string, manifest: { version: string }): string {
  if (tag !== `v${manifest.version}`)
    throw new Error(`The tag is ${tag}, but package.json has the version ${manifest.version}.`)
  return manifest.version
}

/** Returns the file for Docker Compose that runs an image instead of building one. */
export function composeOf(file: string, image: string): string {
  const parts = file.split('    build: .\n')
  if (parts.length !== 2) throw new Error('docker-compose.yml must have one line "    build: .".')
  return parts.join(`    image: ${image}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [tag = ''] = process.argv.slice(2)
  const { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY = 'OWNER/REPOSITORY' } = process.env
  const version = versionOf(tag, JSON.parse(await readFile('package.json', 'utf8')))
  const address = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/${tag}`
  console.log(notesOf(await readFile('CHANGELOG.md', 'utf8'), version, address))
}

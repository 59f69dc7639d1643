import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

/** Returns the folders of the packages that have a part in the bundle, sorted. */
export function packagesIn({ outputs }: Metafile): string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  )
  const folders = files.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [])
  return [...new Set(folders)].sort()
}

/** Returns the licences of the packages in these folders, which a bundle must come with. */
export async function noticesOf(folders: readonly string[]): Promise<string> {
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

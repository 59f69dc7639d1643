import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Texts by file name. */
export type Folder = Record<string, string>

/** Applies diffs to files with GNU patch, and returns the result. Throws if a hunk does not apply exactly. */
export async function applyDiffs(files: Folder, diffs: readonly string[]): Promise<Folder> {
  const temporary = await mkdtemp(join(tmpdir(), 'mod-list-catalog-patch-'))
  try {
    const folder = join(temporary, 'list')
    await mkdir(folder)
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    await writeFile(join(temporary, 'diffs'), diffs.join(''))
    if (diffs.length > 0) await patch(folder, join(temporary, 'diffs'))
    const names = await readdir(folder)
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
    )
  } finally {
    await rm(temporary, { recursive: true })
  }
}

function patch(folder: string, diffs: string): Promise<void> {
  const args = ['--batch', '--fuzz=0', '--strip=0', '--no-backup-if-mismatch', '--directory', folder, '--input', diffs]
  return new Promise((resolve, reject) => {
    execFile('patch', args, (error, stdout, stderr) => {
      const isExact = error === null && !/offset|fuzz/.test(stdout)
      if (isExact) resolve()
      else reject(new Error(`patch: ${stdout}${stderr}`, { cause: error }))
    })
  })
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileContent } from '../../../load-order/merging/merge.ts'
import { RemoteError } from '../api.ts'

/** The files of a profile that can change. In a folder, their names may be in any case. */
export const MERGED_FILES = ['modlist.txt', 'plugins.txt', 'loadorder.txt']

/** Reads the files of a profile that can change. Their names may be in any case. */
export async function readProfileFiles(folder: string): Promise<FileContent[]> {
  const refuse = (path: string) => (error: NodeJS.ErrnoException) => {
    throw new RemoteError(`${path} can't be read: ${error.code}.`)
  }
  const names = await readdir(folder).catch(refuse(folder))
  const found = MERGED_FILES.flatMap((file) => names.filter((name) => name.toLowerCase() === file))
  if (found.length === 0) throw new RemoteError(`${folder} has none of ${MERGED_FILES.join(', ')}.`)
  return Promise.all(
    found.map(async (name) => {
      const path = join(folder, name)
      return { name, content: await readFile(path).catch(refuse(path)) }
    }),
  )
}

import { readlink, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Resolves the symbolic links of a path, even if the file that the last one leads to does not exist yet. */
export async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error // such as links in a circle
    const link = await readlink(path).catch(() => undefined)
    return link === undefined ? path : targetOf(resolve(await realpath(dirname(path)), link))
  }
}

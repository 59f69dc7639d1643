import { readlink, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Returns the path of the file that a symbolic link leads to, even if that file does not exist yet. Returns any other
 * path without the links in it, or as it is if nothing exists there.
 */
export async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error // such as links in a circle
    const link = await readlink(path).catch(() => undefined)
    return link === undefined ? path : targetOf(resolve(await realpath(dirname(path)), link))
  }
}

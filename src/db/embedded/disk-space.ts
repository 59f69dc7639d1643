import { access, constants, statfs } from 'node:fs/promises'
import { codeOf } from './error.ts'

/**
 * What writes must leave free on the disk of the data folder. PostgreSQL that can't lengthen its log of changes ends
 * itself, and then not even reads go on; an upload takes twice its size, and several are stored at once.
 */
const RESERVE = 64 * 2 ** 20

/** What is wrong with the disk of the data folder, if anything: then PostgreSQL is better not asked to write. */
export async function diskFault(folder: string): Promise<string | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize <= RESERVE) return 'full'
    await access(folder, constants.W_OK)
    return undefined
  } catch (fault) {
    return codeOf(fault) === 'EROFS' ? 'read-only' : 'not there'
  }
}

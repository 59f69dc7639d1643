import { access, constants, statfs } from 'node:fs/promises'
import { errorCode } from './error.ts'

/**
 * What must stay free on the disk of the data folder. PostgreSQL shuts down when it can't extend its write-ahead log,
 * and takes the reads with it; an upload needs twice its size on disk, and several are stored at once.
 */
const RESERVE_BYTES = 64 * 2 ** 20

/** Why PostgreSQL should not be asked to write to the data folder at present, if there is a reason. */
export async function diskProblem(folder: string): Promise<string | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize <= RESERVE_BYTES) return 'full'
    await access(folder, constants.W_OK)
    return undefined
  } catch (error) {
    return errorCode(error) === 'EROFS' ? 'read-only' : 'not there'
  }
}

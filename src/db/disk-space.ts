import { access, constants, statfs } from 'node:fs/promises'

/**
 * Bytes that must stay free on the disk of the data folder. PostgreSQL shuts down if it can't extend its write-ahead
 * log, and then reads fail, too. An upload needs twice its size on disk, and several are stored at once.
 */
const RESERVE_BYTES = 64 * 2 ** 20

/** Returns why the data folder can't be written to now, or undefined if it can. */
export async function diskProblem(folder: string): Promise<string | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize <= RESERVE_BYTES) return 'full'
    await access(folder, constants.W_OK)
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS' ? 'read-only' : 'unavailable'
  }
}

/** Returns the free bytes on the disk of a folder; undefined if unknown. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined)
  return found && found.bavail * found.bsize
}

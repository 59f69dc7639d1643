import { statfs } from 'node:fs/promises'

/**
 * What writes must leave free on the disk of the data folder. PostgreSQL that can't lengthen its log of changes ends
 * itself, and then not even reads go on; an upload takes twice its size, and several are stored at once.
 */
const RESERVE = 64 * 2 ** 20

/** Whether the disk of the folder has room for writes. */
export async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize > RESERVE
}

import type { FormFile } from '../../http/request/upload.ts'
import { type StoredFile, storedFile } from '../../lists/writing/uploaded-files.ts'

/** Returns the files of a form as workers take them, and how they are loaded. Nothing is stored. */
export function sentFiles(files: readonly FormFile[]) {
  const sent = files.map((file) => {
    const stored = storedFile(file)
    return { ...stored, hash: Buffer.from(stored.hash).toString('hex') }
  })
  return { sent, load: async ({ pieces }: Pick<StoredFile, 'pieces'>) => Buffer.concat(pieces) }
}

export type SentFile = ReturnType<typeof sentFiles>['sent'][number]

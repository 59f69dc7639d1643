import type { FormFile } from '../../http/request/upload.ts'
import type { CompareContext } from '../differ.ts'
import type { CachedTask } from '../tasks.ts'
import { type SentFile, sentFiles } from './sent-files.ts'

/** A file that holds personal data, and which kinds, as phrases that can follow "holds". */
interface PersonalFile {
  name: string
  held: string[]
}

/** Returns those of the sent files that hold personal data. Nothing is stored. */
export async function personalFiles(
  { differ }: CompareContext,
  files: readonly FormFile[],
  signal: AbortSignal,
): Promise<PersonalFile[]> {
  const { sent, load } = sentFiles(files)
  const tasks = sent.map(
    (file): CachedTask<SentFile> => ({
      key: `personal-data ${file.hash}`,
      files: [file],
      run: (pool, contents) => pool.run('personal', { files: contents.filter((content) => content !== undefined) }),
    }),
  )
  const found = await differ.results(tasks, load, signal)
  return sent
    .map(({ cleanName }, at) => ({ name: cleanName, held: JSON.parse(Buffer.from(found[at] ?? []).toString()) }))
    .filter(({ held }) => held.length > 0)
}

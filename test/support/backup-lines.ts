import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'

/** Returns the lines of a backup. */
export const readLines = async (file: string): Promise<string[]> =>
  gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n')

/** Writes a backup of these lines, with the checksum that they have. */
export const writeLines = (file: string, lines: readonly string[]): Promise<void> =>
  writeFile(file, gzipSync(`${lines.join('\n')}\n`))

/** Writes a backup of these lines, without the last one, which gets the right checksum. */
export async function writeChecked(file: string, lines: readonly string[]): Promise<void> {
  const records = lines.slice(0, -1)
  const sha256 = createHash('sha256')
    .update(`${records.join('\n')}\n`)
    .digest('hex')
  await writeLines(file, [...records, JSON.stringify({ sha256 })])
}

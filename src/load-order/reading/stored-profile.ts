import { comparedText } from '../../text/encoding.ts'
import type { ProfileFile } from './read.ts'

/** Stored files, in any encoding, and their clean names. */
export interface StoredProfile {
  files: readonly Uint8Array[]
  names: readonly string[]
}

/** Returns stored files as files from which a load order can be read. */
export const storedProfile = ({ files, names }: StoredProfile): ProfileFile[] =>
  files.map((file, at) => ({ name: names[at] ?? '', text: comparedText(file) }))

import { comparedText } from '../../text/compared-text.ts'
import type { ProfileFile } from './read.ts'

/** Stored files, in any encoding, and their clean names. */
interface StoredProfile {
  files: readonly Uint8Array[]
  names: readonly string[]
}

/** Returns stored files as files from which a load order can be read. */
export const storedProfile = ({ files, names }: StoredProfile): ProfileFile[] =>
  files.map((file, at) => profileFile(names[at], comparedText(file)))

/** Returns a text in UTF-8 as a file from which a load order can be read. */
export const profileFile = (name = '', text: Uint8Array | undefined): ProfileFile => ({
  name,
  text: text === undefined ? '' : Buffer.from(text).toString(),
})

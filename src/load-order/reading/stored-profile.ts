import { utf16Label } from '../../text/binary.ts'
import { decodeAs, type Encoding, encodingOf, hasUtf8Mark } from '../../text/encoding.ts'
import { normalizeLineEnds } from '../../text/lines.ts'
import { codePageOf } from './code-page.ts'
import { MAX_SIGN, mayBeLog } from './logs/logs.ts'
import type { ProfileFile } from './read.ts'

/** Stored files, in any encoding, and their clean names. */
export interface StoredProfile {
  files: readonly Uint8Array[]
  names: readonly string[]
}

/** Returns all stored files of a list as files from which a load order can be read. */
export function storedProfile(profile: StoredProfile): ProfileFile[] {
  const encodings = encodingsOf(profile)
  return profile.files.map((file, at) => ({
    name: profile.names[at] ?? '',
    text: normalizeLineEnds(decodeAs(file, encodings[at] ?? encodingOf(file))),
  }))
}

/** Returns the encodings of all files of a list. The code page of plugins.txt depends on loadorder.txt. */
export function encodingsOf({ files, names }: StoredProfile): Encoding[] {
  const order = files[names.findIndex((name) => /^loadorder\.txt$/i.test(name))]
  return files.map((file, at) => (isPlugins(names[at]) ? pluginsEncoding(file, order) : encodingOf(file)))
}

const isPlugins = (name = '') => /^plugins\.txt$/i.test(name)

/** Reports whether a file is a plugins.txt in a code page, which the list's loadorder.txt decides about. */
const isInCodePage = (name: string | undefined, file: Uint8Array): boolean =>
  isPlugins(name) && encodingOf(file) === 'windows-1252' && !hasUtf8Mark(file)

/** Returns the encoding of plugins.txt, next to this loadorder.txt. */
export function pluginsEncoding(plugins: Uint8Array, loadorder: Uint8Array | undefined): Encoding {
  if (loadorder === undefined || !isInCodePage('plugins.txt', plugins)) return encodingOf(plugins)
  return codePageOf(plugins, decodeAs(loadorder, encodingOf(loadorder)), decodeAs)
}

/** Reports whether a file, in its pieces, can be a log. In UTF-16, the texts that logs have are not found. */
export function mayBeStoredLog(pieces: readonly Uint8Array[]): boolean {
  if (utf16Label(Buffer.concat(pieces.map((piece) => piece.subarray(0, 2)))) !== undefined) return true
  let end = ''
  return pieces.some(({ buffer, byteOffset, byteLength }) => {
    const text = end + Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
    end = text.slice(-MAX_SIGN)
    return mayBeLog(text)
  })
}

import { hasDiff, linesOf } from '../../diff/lines.ts'
import { changesOf } from '../../diff/matching.ts'
import { fileHeader, unifiedDiff } from '../../diff/unified-diff.ts'
import {
  commonEnd,
  comparedText,
  type Encoding,
  encodeRaw,
  encodingOf,
  fromRaw,
  markLength,
  rawLinesOf,
  toRaw,
} from '../../text/encoding.ts'

/**
 * Returns a patch of a file for programs that apply it to the bytes of the old file, or nothing if the texts do not
 * differ. The result of the patch has the text of the new file, with the line ends, the byte order mark and the
 * encoding of the old one. A new text that the old encoding can't write gets a comment instead of a patch.
 */
export function bytePatch(name: string, oldFile: Uint8Array | undefined, newFile: Uint8Array | undefined): Uint8Array {
  const newText = newFile && comparedText(newFile)
  if (!hasDiff(oldFile && comparedText(oldFile), newText)) return new Uint8Array()
  const result = !oldFile?.length || newFile === undefined ? newFile : adapted(oldFile, newFile)
  // One character for each byte. Programs that apply patches split lines at the byte LF, in any encoding.
  const [from, to] = [oldFile, result].map((bytes) => bytes && Buffer.from(bytes).toString('latin1'))
  if (result !== undefined && comparedText(result) !== newText) return Buffer.from(leftOut(name))
  const diff = unifiedDiff('', from, to)
  const header = fileHeader(name, { old: oldFile !== undefined, new: newFile !== undefined })
  return Buffer.concat([Buffer.from(header), Buffer.from(diff.slice(diff.indexOf('@@')), 'latin1')])
}

const leftOut = (name: string) =>
  `# ${name} is left out: the encoding of the file in the first list can't write its text in the second list.\n`

/** Returns the new text in the form of the old file. Lines that both texts have keep their bytes. */
function adapted(oldFile: Uint8Array, newFile: Uint8Array): Uint8Array {
  const encoding = targetEncoding(oldFile, newFile)
  const mark = markLength(oldFile, encodingOf(oldFile))
  const rawLines = rawLinesOf(toRaw(oldFile.subarray(mark), encoding))
  const newText = comparedText(newFile)
  const newLines = newText.split('\n')
  const changes = changesOf(linesOf(comparedText(oldFile)), linesOf(newText))
  const end = commonEnd(endsIn(oldFile)) ?? commonEnd(endsIn(newFile)) ?? '\n'

  const written: string[] = []
  let oldLine = 0
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    for (; oldLine < oldStart; oldLine++) written.push(rawLines[oldLine] ?? '')
    for (let line = newStart; line < newEnd; line++) {
      // What follows the last line end is the last line, if it is not empty.
      written.push(encodeRaw(newLines[line] ?? '', encoding) + (line === newLines.length - 1 ? '' : end))
    }
    oldLine = oldEnd
  }
  for (; oldLine < rawLines.length; oldLine++) written.push(rawLines[oldLine] ?? '')
  if (written.length === 0) return new Uint8Array()
  return Buffer.concat([oldFile.subarray(0, mark), fromRaw(written.join(''), encoding)])
}

/** Returns the encoding of the old file. Any encoding with ASCII goes with a file that has only ASCII. */
function targetEncoding(oldFile: Uint8Array, newFile: Uint8Array): Encoding {
  const isAscii = oldFile.every((byte) => byte < 0x80)
  return isAscii && encodingOf(newFile) === 'windows-1252' ? 'windows-1252' : encodingOf(oldFile)
}

const endsIn = (file: Uint8Array): readonly string[] => toRaw(file, encodingOf(file)).match(/\r\n|\r|\n/g) ?? []

import iconv from 'iconv-lite'
import { comparedText, type Encoding, encodingOf } from '../text/encoding.ts'
import { fileHeader } from './header.ts'
import { valueAt } from './int32.ts'
import { hasDiff } from './lines.ts'
import { type Budget, compareTexts, unifiedDiff } from './unified-diff.ts'

/**
 * Returns a patch of a file for programs that apply it to the bytes of the old file, or nothing if the texts do not
 * differ. The result of the patch has the text of the new file, with the line ends, the byte order mark and the
 * encoding of the old one. A new text that the old encoding can't write gets a comment instead of a patch.
 */
export function bytePatch(
  name: string,
  oldFile: Uint8Array | undefined,
  newFile: Uint8Array | undefined,
  budget?: Budget,
): Uint8Array {
  const newText = newFile && comparedText(newFile)
  if (!hasDiff(oldFile && comparedText(oldFile), newText)) return new Uint8Array()
  const result = !oldFile?.length || newFile === undefined ? newFile : adapted(oldFile, newFile, budget)
  // One character for each byte. Programs that apply patches split lines at the byte LF, in any encoding.
  const [from, to] = [oldFile, result].map((bytes) => bytes && Buffer.from(bytes).toString('latin1'))
  if (result !== undefined && comparedText(result) !== newText) return Buffer.from(leftOut(name))
  const diff = unifiedDiff('', from, to, budget)
  const header = fileHeader(name, { old: oldFile !== undefined, new: newFile !== undefined })
  return Buffer.concat([Buffer.from(header), Buffer.from(diff.slice(diff.indexOf('@@')), 'latin1')])
}

const leftOut = (name: string) =>
  `# ${name} is left out: the encoding of the file in the first list can't write its text in the second list.\n`

/** Returns the new text in the form of the old file. Lines that both texts have keep their bytes. */
function adapted(oldFile: Uint8Array, newFile: Uint8Array, budget: Budget | undefined): Uint8Array {
  const encoding = targetEncoding(oldFile, newFile)
  const mark = markLength(oldFile)
  const rawLines = toRaw(oldFile.subarray(mark), encoding).match(/[^\r\n]+(?:\r\n?|\n)?|\r\n?|\n/g) ?? []
  const newText = comparedText(newFile)
  const { script, newLines } = compareTexts(comparedText(oldFile), newText, budget)
  const end = commonEnd(rawLines) ?? commonEnd(toRaw(newFile, encodingOf(newFile)).match(/\r\n|\r|\n/g) ?? []) ?? '\n'
  const isEnded = newText.endsWith('\n')

  const written: string[] = []
  let [oldLine, newLine] = [0, 0]
  for (let change = 0; change < script.deleted.length; change++) {
    oldLine += valueAt(script.deleted, change)
    for (const next = newLine + valueAt(script.inserted, change); newLine < next; newLine++) {
      const isLast = newLine === newLines.length - 1 && !isEnded
      const line = isLast ? newText.slice(newText.lastIndexOf('\n') + 1) : (newLines[newLine] ?? '')
      written.push(encode(line, encoding) + (isLast ? '' : end))
    }
    if (change < script.deleted.length - 1) written.push(rawLines[oldLine++] ?? '')
    newLine++
  }
  if (written.length === 0) return new Uint8Array()
  return Buffer.concat([oldFile.subarray(0, mark), fromRaw(written.join(''), encoding)])
}

/** Returns the encoding of the old file. Any encoding with ASCII goes with a file that has only ASCII. */
function targetEncoding(oldFile: Uint8Array, newFile: Uint8Array): Encoding {
  const isAscii = oldFile.every((byte) => byte < 0x80)
  return isAscii && encodingOf(newFile) === 'windows-1252' ? 'windows-1252' : encodingOf(oldFile)
}

/** Returns the most common line end of lines, or undefined if no line has one. */
function commonEnd(lines: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const end = line.endsWith('\r\n') ? '\r\n' : line.slice(-1)
    if (end.endsWith('\n') || end === '\r') counts.set(end, (counts.get(end) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

/** Returns the length of the byte order mark. A file in windows-1252 may have the mark of UTF-8. */
function markLength(file: Uint8Array): number {
  if (encodingOf(file).startsWith('utf-16')) return 2
  return file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf ? 3 : 0
}

/** Returns bytes as a string with one character for each code unit, so that line ends can be found. */
function toRaw(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'utf-16be') return Buffer.from(bytes).swap16().toString('utf16le')
  return Buffer.from(bytes).toString(encoding === 'utf-16le' ? encoding : 'latin1')
}

function fromRaw(raw: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-16be') return Buffer.from(raw, 'utf16le').swap16()
  return Buffer.from(raw, encoding === 'utf-16le' ? encoding : 'latin1')
}

/** Encodes a text as a raw string. Characters that the encoding lacks become question marks. */
function encode(text: string, encoding: Encoding): string {
  if (encoding.startsWith('utf-16')) return text
  if (encoding === 'utf-8') return Buffer.from(text).toString('latin1')
  return iconv.encode(text, encoding).toString('latin1')
}

import type { DecodedFile } from '../../../compare/load-orders/profile-changes.ts'
import { codePageOf } from '../../../load-order/reading/stored-profile.ts'
import { utf16Label } from '../../../text/binary.ts'
import { decode as decodePage, isUtf8 } from './node.ts'

// Decodes files as the server does.

type Bytes = Uint8Array<ArrayBuffer>

/** Decodes the files of a profile together. The code page of plugins.txt depends on loadorder.txt. */
export function decodedFiles(files: readonly { name: string; content: Bytes }[]): DecodedFile[] {
  const decoded = files.map(({ name, content }) => ({ name, text: decodeText(content) }))
  const order = decoded.find(({ name }) => isNamed(name, 'loadorder.txt'))?.text
  return decoded.map(({ name, text }, at): DecodedFile => {
    const { content } = files[at] ?? { content: new Uint8Array() }
    const isRead = order === undefined || !isNamed(name, 'plugins.txt') || !isInCodePage(content)
    return isRead
      ? { name, text }
      : { name, text: decodePage(content, codePageOf(content, order, decodePage)), content: text }
  })
}

/** Returns the files of a list, whose lines come from the API. `loadBytes` loads a file whose lines are garbled there. */
export async function listedFiles(
  files: readonly { clean_name: string; content: readonly string[] }[],
  loadBytes: (name: string) => Promise<Bytes>,
): Promise<DecodedFile[]> {
  const shown = files.map(({ clean_name, content }) => ({
    name: clean_name,
    text: content.map((line) => `${line}\n`).join(''),
  }))
  const order = shown.find(({ name }) => isNamed(name, 'loadorder.txt'))
  return Promise.all(
    shown.map(async (file): Promise<DecodedFile> => {
      if (order === undefined || !isNamed(file.name, 'plugins.txt') || !/[^\0-\x7f]/.test(file.text)) return file
      const bytes = await loadBytes(file.name)
      if (!isInCodePage(bytes)) return file
      return { ...file, text: decodePage(bytes, codePageOf(bytes, order.text, decodePage)), content: file.text }
    }),
  )
}

const isNamed = (name: string, file: string) => name.toLowerCase() === file

/** Reports whether a file is in a code page, that is, neither in UTF-8 nor marked as another encoding. */
function isInCodePage(content: Bytes): boolean {
  const isMarked = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf
  return utf16Label(content) === undefined && !isMarked && !isUtf8(content)
}

/** Decodes a text as the server does: UTF-8, UTF-16 with its byte order mark, else windows-1252. */
function decodeText(content: Bytes): string {
  const label = utf16Label(content)
  if (label !== undefined) return new TextDecoder(label).decode(content)
  return isUtf8(content) ? new TextDecoder().decode(content) : decodePage(content, 'windows-1252')
}

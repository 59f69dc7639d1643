import { render } from 'preact'
import type { DecodedFile, DecodedProfile } from '../../../compare/load-orders/profile-changes.ts'
import { nexusDomain } from '../../../games/nexus.ts'
import type { UploadLimits } from '../../../http/request/upload.ts'
import type { ListDetail } from '../../../lists/schemas.ts'
import { chooseProfile, isOfProfile, PROFILE_FILES, type Profile } from '../../../lists/writing/profile/profile.ts'
import type { FileContent } from '../../../load-order/merging/changed-files.ts'
import { codePageOf } from '../../../load-order/reading/stored-profile.ts'
import { isBinary, utf16Label } from '../../../text/binary.ts'
import { visibleName } from '../../../text/harmless.ts'
import { limitsOf } from '../upload/chosen-files.ts'
import { type Chosen, chosenEntries, profilesIn } from '../upload/entries.ts'
import { showComparison } from './folder-page.tsx'
import { decode as decodePage, isUtf8 } from './node.ts'

/** A named set of decoded files, and the files of a folder that are not compared. */
export interface Side extends DecodedProfile {
  name: string
  /** The files as they are stored, of a folder into which changes can be taken over. Null for a list. */
  stored: readonly FileContent[] | null
  /** Address of the list's page; null for a folder. */
  address: string | null
  skipped: Profile['skipped']
}

/** Compares the first list of the form with a folder on this computer. No file is sent. */
export function compareFolder(form: HTMLFormElement, api: URL): void {
  const field = document.querySelector<HTMLInputElement>('#compared-folder')
  const first = form.querySelector<HTMLInputElement>('#list1')
  const result = document.querySelector<HTMLElement>('#folder-changes')
  if (field === null || first === null || result === null) return
  field.addEventListener('change', async () => {
    const files = [...(field.files ?? [])]
    if (files.length === 0) return
    await attempt(result, 'The list could not be loaded. Try again.', async () => {
      const list = await loadList(api, first.value)
      showComparison(result, [list, await readChosen(chosenEntries(files), limitsOf(form))])
    })
    field.value = '' // the same folder can be chosen again after a change
  })
}

/** Does work that fills `place`. If it fails, shows the message of a Problem there, or else `failure`. */
export async function attempt(place: HTMLElement, failure: string, work: () => Promise<void>): Promise<void> {
  try {
    render(<p role="status">Comparing…</p>, place)
    await work()
  } catch (error) {
    const message = error instanceof Problem ? error.message : failure
    render(<p class="error" role="status" children={message} />, place)
  }
}

/** An error whose message tells the user what to do. */
export class Problem extends Error {}

export async function loadList(api: URL, text: string): Promise<Side> {
  const [, slug, revision] = /(?<![\w-])([\w-]+)(?:@(\d+))?\/?\s*$/.exec(text) ?? []
  if (slug === undefined) throw new Problem('Enter the first list, then choose the folder again.')
  const path = `lists/${encodeURIComponent(slug.toLowerCase())}${revision === undefined ? '' : `/revisions/${revision}`}`
  const response = await fetch(new URL(path, api))
  if (response.status === 404) throw new Problem(`There is no list ${slug} here. It may have expired or been deleted.`)
  if (!response.ok) throw new Error(response.statusText)
  const { data } = (await response.json()) as { data: ListDetail }
  const files = await listedFiles(data.files, async (name) => {
    const raw = await fetch(new URL(`${path}/files/${encodeURIComponent(name)}/raw`, api))
    if (!raw.ok) throw new Error(raw.statusText)
    return new Uint8Array(await raw.arrayBuffer())
  })
  const address = `lists/${slug.toLowerCase()}${revision === undefined ? '' : `@${revision}`}`
  return {
    name: visibleName(data.name),
    domain: nexusDomain(data.game),
    files,
    skipped: [],
    stored: null,
    address: new URL(address, document.baseURI).pathname,
  }
}

export async function readChosen({ folders, files: single }: Chosen, limits: UploadLimits): Promise<Side> {
  const [folder = { path: single.slice(0, 1).map(({ name }) => name), entries: single, folders: [] }] = folders
  const [profile = folder, ...others] = await profilesIn(folder)
  if (others.length > 0) throw new Problem('This folder has several profiles. Choose the folder of one of them.')
  const { files, skipped } = await chooseProfile(profile.entries, limits, (content) => isBinary(content))
  const left = skipped.filter(({ name }) => single.length > 0 || isOfProfile(name))
  if (files.length === 0 && left.length === 0) {
    throw new Problem(`This folder has no file of a profile (${PROFILE_FILES}).`)
  }
  if (files.length === 0) throw new Problem(left.map(({ name, reason }) => `${name} is skipped: ${reason}.`).join(' '))
  return {
    name: visibleName(profile.path.at(-1) ?? 'Folder'),
    domain: undefined,
    files: decodedFiles(files),
    skipped: left,
    stored: files,
    address: null,
  }
}

type Bytes = Uint8Array<ArrayBuffer>

/** Decodes the files of a profile together. The code page of plugins.txt depends on loadorder.txt. */
function decodedFiles(files: readonly { name: string; content: Bytes }[]): DecodedFile[] {
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
async function listedFiles(
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

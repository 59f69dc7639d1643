import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { DecodedFile, DecodedProfile } from '../../compare/load-orders/profile-changes.ts'
import { nexusDomain } from '../../games/nexus.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import { data, ListDetail } from '../../lists/schemas.ts'
import { isOfProfile, PROFILE_FILES } from '../../lists/writing/profile/profile.ts'
import { type ProfileLoadOrder, readLoadOrder } from '../../load-order/reading/read.ts'
import { pluginsEncoding, storedProfile } from '../../load-order/reading/stored-profile.ts'
import { decodeAs, decodeText } from '../../text/encoding.ts'
import { normalizeLineEnds } from '../../text/lines.ts'
import { type Api, RemoteError } from './api.ts'
import type { NamedServer } from './connection.ts'
import { domainOfProfile, readChosenFile, readProfile } from './profile/profile.ts'

export type Place = ListPlace | LocalPlace

export interface LocalPlace {
  path: string
  kind: 'folder' | 'file'
}

interface ListPlace {
  slug: string
  server?: NamedServer
}

/** The files of a list or folder, or a file alone. Their line ends are LF. */
export interface Source extends DecodedProfile {
  name: string
}

/** Explains in `--help` which arguments are folders or files. */
export const FOLDERS =
  'An argument is a folder or a file if such a one exists or if it has a slash; nothing of it is sent. A path such as /lists/my-list is a list.'

const LIST_PATH = /^(.*?)\/lists\/([^/]+)\/?$/

export function listPlace(text: string): ListPlace {
  if (!/^https?:\/\//i.test(text)) return { slug: text }
  if (!URL.canParse(text)) throw new RemoteError(`Not a valid address: ${text}`)
  const { origin, pathname } = new URL(text)
  const [, base, slug] = LIST_PATH.exec(pathname) ?? []
  if (base === undefined || slug === undefined) throw new RemoteError(`${text} is not the address of a list.`)
  return {
    slug: decoded(slug),
    server: { address: origin + base.replace(/\/v1$/, ''), isGuess: !base.endsWith('/v1') },
  }
}

export const listPath = (slug: string): string => `/lists/${encodeURIComponent(slug)}`

/** Returns the API path of a list, or of one of its revisions (`my-list@3`), with the lines of the files. */
export function detailPath(place: string): string {
  const [, slug = place, revision] = /^(.+)@(\d+)$/.exec(place) ?? []
  return listPath(slug) + (revision === undefined ? '' : `/revisions/${revision}`)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // no list has such a slug
  }
}

/** Parses a list, a folder or a file. What exists here is a folder or file; otherwise a slash makes it a folder. */
export async function placeOf(text: string): Promise<Place> {
  if (/^https?:\/\//i.test(text)) return listPlace(text)
  const found = await stat(text).catch(() => undefined)
  if (found?.isDirectory()) return { path: text, kind: 'folder' }
  if (found?.isFile()) return { path: text, kind: 'file' }
  const [, , slug] = /^(\/v1)?\/lists\/([^/]+)\/?$/.exec(text) ?? []
  if (slug !== undefined) return { slug }
  return /[/\\]/.test(text) ? { path: text, kind: 'folder' } : { slug: text }
}

/** Reads the files of a place that an upload would take, and warns about profile files that are skipped. */
export async function readLocal(
  { path, kind }: LocalPlace,
  limits: UploadLimits,
  complain: (text: string) => void,
): Promise<Source> {
  const { files: found, skipped } =
    kind === 'file' ? await readChosenFile(path, limits) : await readProfile(path, limits)
  for (const { name, reason } of skipped) if (isOfProfile(name)) complain(`${path}: ${name} is skipped: ${reason}.`)
  if (found.length === 0) throw new RemoteError(`${path} has no file of a profile: ${PROFILE_FILES}.`)
  const read = storedProfile({ files: found.map(({ content }) => content), names: found.map(({ name }) => name) })
  const files = found.map(({ name, content }, at) => {
    const shown = normalizeLineEnds(decodeText(content))
    return { name, text: read[at]?.text ?? shown, content: shown }
  })
  const domain = await domainOfProfile(kind === 'file' ? dirname(path) : path)
  return { name: basename(resolve(path)), domain, files }
}

/** Loads a list or a revision (`my-list@3`) and its files. A plugins.txt in a code page is read from its bytes. */
export async function loadSource(api: Api, place: string) {
  const path = detailPath(place)
  const { data: list } = await api.get(path, data(ListDetail))
  const files: DecodedFile[] = list.files.map(({ clean_name, content }) => ({
    name: clean_name,
    text: content.map((line) => `${line}\n`).join(''),
  }))
  const [plugins, order] = ['plugins.txt', 'loadorder.txt'].map((file) =>
    files.find(({ name }) => name.toLowerCase() === file),
  )
  if (plugins !== undefined && order !== undefined && NON_ASCII.test(plugins.text)) {
    const bytes = await api.bytes(`${path}/files/${encodeURIComponent(plugins.name)}/raw`)
    plugins.content = plugins.text
    plugins.text = normalizeLineEnds(decodeAs(bytes, pluginsEncoding(bytes, Buffer.from(order.text))))
  }
  const source: Source = { name: list.name, domain: nexusDomain(list.game), files }
  return { list, source }
}

const NON_ASCII = /[^\0-\x7f]/

export const readSource = ({ files, domain }: Source): ProfileLoadOrder => readLoadOrder(files, { domain })

import type { Context, Urls } from '../context.ts'
import { entityTag } from '../http/response/entity-tag.ts'
import { decodeText } from '../text/encoding.ts'
import { splitLines } from '../text/lines.ts'
import { timestamp } from '../text/timestamp.ts'
import { countsView } from './counts.ts'
import type { FileRow, ListRow, ShownList } from './queries.ts'
import type { ComparedList, FileWithContent, ListDetail, ListOfGame, ListSummary, SavedList } from './schemas.ts'
import { eachOptionalText } from './text-fields.ts'

export function listSummary(row: ShownList, urls: Urls): ListSummary {
  return { ...described(row), game: embeddedGame(row), links: viewLinks(row, urls) }
}

export function listOfGame(row: ListRow, urls: Urls): ListOfGame {
  const { id, name } = row.game
  return { ...described(row), game: { id, name }, links: viewLinks(row, urls) }
}

export function listDetail(row: ShownList, files: FileWithContent[], urls: Urls): ListDetail {
  return { ...described(row), game: embeddedGame(row), files, links: viewLinks(row, urls) }
}

/**
 * Returns a file with its lines, which are read when they are written: those of all files of a list may take 100 MB. A
 * getter in the object with the spread would come last in the JSON.
 */
export function fileWithContent(file: FileRow & { content: Uint8Array }): FileWithContent {
  const { created, updated, ...named } = fileView(file)
  const shown: FileWithContent = { ...named, content: [], created, updated }
  return Object.defineProperty(shown, 'content', { get: () => splitLines(decodeText(file.content)) })
}

export function comparedList(row: ShownList, files: readonly FileRow[], urls: Urls): ComparedList {
  return { ...described(row), game: embeddedGame(row), files: files.map(fileView), links: viewLinks(row, urls) }
}

/** Returns the view of a list in the response to a write. Only this view has the list's full URL on the website. */
export function savedList(row: ListRow, urls: Urls): SavedList {
  const links = { ...viewLinks(row, urls), url: `${urls.website}/lists/${row.slug}` }
  return { ...described(row), game: { name: row.game.name }, links }
}

function described(row: ListRow) {
  const { slug, author } = row
  const { version, ...texts } = eachOptionalText((name) => row[name])
  return {
    name: row.name,
    version,
    slug,
    url: apiPath(slug),
    ...texts,
    private: row.private,
    expires: row.expiresAt && timestamp(row.expiresAt),
    created: timestamp(row.createdAt),
    updated: timestamp(row.updatedAt),
    author: author && { name: author.name, verified: author.verified },
    ...(row.counts !== undefined && { counts: countsView(row.counts) }),
  }
}

const embeddedGame = ({ game: { id, name } }: ListRow) => ({ id, name, lists_count: null })

const viewLinks = ({ slug, shownRevision }: ShownList, urls: Urls) => ({
  url: `/lists/${slug}`,
  self: urls.api + apiPath(slug) + (shownRevision === undefined ? '' : `/revisions/${shownRevision}`),
})

const apiPath = (slug: string) => `/v1/lists/${slug}`

/** Returns the view of a file without its content. A stored file never changes. */
export function fileView({ name, cleanName, bytes, createdAt }: FileRow) {
  const created = timestamp(createdAt)
  return { name, clean_name: cleanName, bytes, created, updated: created }
}

interface Tagged {
  changeId: string
  game?: { name: string }
  shownRevision?: number
  counts?: object
}

/**
 * Returns the entity tag of a list. The change id covers the current version, but neither the game of a past revision
 * nor counts, which are appended to the tag.
 */
export function listTag({ changeId, game, shownRevision, counts }: Tagged, { urls }: Pick<Context, 'urls'>): string {
  const revision = shownRevision === undefined ? [] : [shownRevision, game?.name]
  const tag = entityTag(changeId, urls.api, ...revision)
  return counts === undefined ? tag : `${tag.slice(0, -1)}.${entityTag(counts).slice(1)}`
}

/** Removes the parts of entity tags that tell views of the same version apart: counts and compression. */
export const versionsIn = (ifMatch: string): string => ifMatch.replaceAll(/(?:\.[\w-]{22})?(?:-gzip)?"/g, '"')

import { z } from 'zod'
import { ignoreNumberOfAll, lastOf, optionalParameter, paged, pageParameters } from '../http/request/paging.ts'
import { Counts, includeParameter } from './counts.ts'
import { eachOptionalText, TEXT_FIELDS } from './text-fields.ts'

export const slugParameter = z.string().meta({ description: 'The slug of a list.', examples: ['my-list'] })

export const ListParams = z.object({ slug: slugParameter })
export type ListParams = z.output<typeof ListParams>

export const SORTS = ['created', '-created', 'updated', '-updated'] as const

export const searchText = z.preprocess((value) => {
  const text = lastOf(value)
  return typeof text === 'string' && text.trim() === '' ? undefined : text
}, z.string().optional())

const nameList = z.preprocess((value) => {
  const names = (Array.isArray(value) ? value : [value]).filter((name) => name !== undefined && name !== '')
  return names.length === 0 ? undefined : names
}, z.array(z.string()).optional())

export const heldParameters = {
  'filter[mod]': optionalParameter(z.string()).describe('Only lists with the mod of this name; case is ignored.'),
  'filter[mod][]': nameList.describe('Only lists with all of these mods.'),
  'filter[plugin]': optionalParameter(z.string()).describe('Only lists with the plugin of this name; case is ignored.'),
  'filter[plugin][]': nameList.describe('Only lists with all of these plugins.'),
}

const filterParameters = {
  'filter[author]': optionalParameter(z.string()).describe('Only lists by the author with this name; case is ignored.'),
  'filter[game]': optionalParameter(z.string()).describe('Only lists for the game with this name; case is ignored.'),
  'filter[search]': searchText.describe(
    'Only lists that contain all of these words, or words that begin with them, in their name, description, author or game.',
  ),
  ...heldParameters,
  query: searchText.describe('Another name for `filter[search]`, which takes precedence.'),
}

const sortParameter = {
  sort: optionalParameter(z.enum(SORTS, { error: `The sort must be one of ${SORTS.join(', ')}.` })).describe(
    'Sorts by time of creation or of the last update; a leading `-` puts the latest first. The default is `-created`.',
  ),
}

const listParameters = { ...pageParameters, ...filterParameters, ...includeParameter, ...sortParameter }

const feedParameters = { ...filterParameters, ...sortParameter }

export const FEED_PARAMETERS = Object.keys(feedParameters)

/** The names of the supported parameters. All others only appear again in links. */
export const LIST_PARAMETERS = Object.keys(listParameters)

/** Joins numbered parameters, as PHP and axios send arrays: `filter[mod][0]` becomes `filter[mod][]`. */
export function joinNumbered(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query
  const joined: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(query)) {
    const [, name] = /^(filter\[(?:mod|plugin)\]\[)\d{0,3}\]$/.exec(key) ?? []
    if (name === undefined) joined[key] = value
    else joined[`${name}]`] = [joined[`${name}]`] ?? [], value].flat()
  }
  return joined
}

const MAX_HELD = 10

export function refuseTooManyNames(query: Record<string, unknown>, context: z.RefinementCtx): void {
  const asked = Object.keys(heldParameters).filter((key) => query[key] !== undefined)
  if (asked.flatMap((key) => query[key]).length <= MAX_HELD) return
  const message = `A search can have at most ${MAX_HELD} mods and plugins.`
  context.addIssue({ code: 'custom', path: asked.slice(0, 1), message })
}

/** Returns the schema of a query that refuses unknown keys of `filter` and `page`, and ignores other parameters. */
export const collectionQuery = <Shape extends z.ZodRawShape>(parameters: Shape) =>
  z.preprocess(
    (query) => joinNumbered(ignoreNumberOfAll(query)),
    z.looseObject(parameters).superRefine(
      (query, context) => {
        refuseTooManyNames(query, context)
        for (const key of Object.keys(query)) {
          if (!/^(filter|page)\[/.test(key) || key in parameters) continue
          context.addIssue({ code: 'custom', path: [key], message: `The parameter ${key} is not known.` })
        }
      },
      { when: () => true }, // even if other parameters are invalid
    ),
  )

export const ListQuery = collectionQuery(listParameters)
export type ListQuery = z.output<typeof ListQuery>

export const FeedQuery = collectionQuery(feedParameters)

export type HeldQuery = Partial<Pick<ListQuery, keyof typeof heldParameters>>

/** A time as text/timestamp.ts formats it. */
export const Timestamp = z
  .string()
  .meta({ format: 'date-time', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$' })

export const ListFile = z
  .object({
    name: z
      .string()
      .describe('A hash of the name and content, a hyphen, and the clean name. It is unique to the file.'),
    clean_name: z.string().describe('The name as uploaded, without any path.'),
    bytes: z.int().min(0).describe('Size in bytes, as uploaded.'),
    created: Timestamp.describe('When the file was first uploaded, to any list.'),
    updated: Timestamp.describe('Always equal to `created`: a stored file never changes.'),
  })
  .meta({ id: 'ListFile', description: 'A file of a list, without its content.' })

const { name, clean_name, bytes, ...times } = ListFile.shape
const content = z.array(z.string()).describe('The lines of the decoded text, without their line ends.')
export const FileWithContent = z
  .object({ name, clean_name, bytes, content, ...times })
  .meta({ id: 'FileWithContent', description: 'A file of a list with its lines.' })
export type FileWithContent = z.output<typeof FileWithContent>

const { version, ...texts } = eachOptionalText((name) => z.string().nullable().describe(TEXT_FIELDS[name].shown))

/** The fields of a list that every view has, in the order of responses. */
const described = {
  name: z.string().describe(TEXT_FIELDS.name.shown),
  version,
  slug: z.string().describe('Unique identifier, made from the name; it never changes.'),
  url: z.string().describe('Path of the list in this API.'),
  ...texts,
  private: z.boolean().describe('Whether the list is left out of all collections.'),
  expires: Timestamp.nullable().describe('When the list expires; null means never.'),
  created: Timestamp.describe('When the list was created.'),
  updated: Timestamp.describe('When the list was last replaced, or created.'),
  author: z
    .object({
      name: z.string(),
      verified: z.boolean().describe('Whether the operator has verified the identity of the user.'),
    })
    .meta({ id: 'Author', description: 'The user who owns the list.' })
    .nullable()
    .describe('Null for anonymous lists.'),
}
const counts = { counts: Counts.optional().describe('Only if `include=counts` asks for it.') }
const links = z.object({
  url: z
    .string()
    .describe(
      'Address of the list on the website: a path, or an absolute address in the response to a write. A path belongs ' +
        'behind the address of the website, which is `website` in the response to `GET /`.',
    ),
  self: z.string().describe('Absolute address of the list in this API.'),
})
const game = { id: z.int().describe('Identifier of the game.'), name: z.string().describe('Name of the game.') }

export const GameOfList = z
  .object({ ...game, lists_count: z.null().describe('Always null; see `GET /v1/games` for the number of lists.') })
  .meta({ id: 'GameOfList', description: 'The game of a list.' })

const shown = { ...described, ...counts, game: GameOfList }

export const ListSummary = z
  .object({ ...shown, links })
  .meta({ id: 'ListSummary', description: 'A list as collections show it: without files.' })
export type ListSummary = z.output<typeof ListSummary>

/** A list as its game shows it: the game has only its id and name. */
export const ListOfGame = z
  .object({ ...shown, game: z.object(game), links })
  .meta({ id: 'ListOfGame', description: 'A list as its game shows it: without files.' })
export type ListOfGame = z.output<typeof ListOfGame>

export const ListDetail = z
  .object({ ...shown, files: z.array(FileWithContent).describe('In the order of the upload.'), links })
  .meta({ id: 'List', description: 'A list with the lines of its files.' })
export type ListDetail = z.output<typeof ListDetail>

export const ComparedList = z
  .object({ ...shown, files: z.array(ListFile).describe('In the order of the upload.'), links })
  .meta({ id: 'ComparedList', description: 'One of the two compared lists; its files have no content.' })
export type ComparedList = z.output<typeof ComparedList>

export const SavedList = z
  .object({ ...described, game: z.object({ name: game.name }), links })
  .meta({ id: 'SavedList', description: 'A list in the response to a write: without files.' })
export type SavedList = z.output<typeof SavedList>

export const ListPage = paged(ListSummary).meta({ id: 'ListPage', description: 'A page of lists.' })

export const data = <Schema extends z.ZodType>(schema: Schema) => z.object({ data: schema })

/** Reports whether a text is read as the id of a game, not as a name. */
export const isGameId = (text: string): boolean => /^\d{1,9}$/.test(text)

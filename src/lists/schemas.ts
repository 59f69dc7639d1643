import { z } from 'zod'
import { ignoreNumberOfAll, lastOf, optionalParameter, paged, pageParameters } from '../http/request/paging.ts'
import { eachOptionalText, TEXT_FIELDS } from './text-fields.ts'

export const slugParameter = z.string().meta({ description: 'The slug of a list.', examples: ['my-list'] })

export const ListParams = z.object({ slug: slugParameter })
export type ListParams = z.output<typeof ListParams>

const SORTS = ['created', '-created', 'updated', '-updated'] as const

/** A search of spaces alone counts as omitted, like an empty one. */
const searchText = z.preprocess((value) => {
  const text = lastOf(value)
  return typeof text === 'string' && text.trim() === '' ? undefined : text
}, z.string().optional())

const listParameters = {
  ...pageParameters,
  'filter[author]': optionalParameter(z.string()).describe('Only lists of the author of this name, in any case.'),
  'filter[game]': optionalParameter(z.string()).describe('Only lists of the game of this name, in any case.'),
  'filter[search]': searchText.describe(
    'Only lists that have all of these words, or words that begin with them, in name, description, author or game.',
  ),
  query: searchText.describe('Another name for `filter[search]`, which takes precedence.'),
  sort: optionalParameter(z.enum(SORTS, { error: `The sort must be one of ${SORTS.join(', ')}.` })).describe(
    'By time of creation or of the last update; `-` in front puts the latest first. `-created` if left out.',
  ),
}

/** The names of the parameters that are understood; others change nothing but links. */
export const LIST_PARAMETERS = Object.keys(listParameters)

/** The query of a collection. Unknown keys of filter and page are refused, other parameters ignored. */
export const collectionQuery = <Shape extends z.ZodRawShape>(parameters: Shape) =>
  z.preprocess(
    ignoreNumberOfAll,
    z.looseObject(parameters).superRefine(
      (query, context) => {
        for (const key of Object.keys(query)) {
          if (!/^(filter|page)\[/.test(key) || key in parameters) continue
          context.addIssue({ code: 'custom', path: [key], message: `The parameter ${key} is not known.` })
        }
      },
      { when: () => true }, // whatever else is wrong
    ),
  )

export const ListQuery = collectionQuery(listParameters)
export type ListQuery = z.output<typeof ListQuery>

/** The form that `timestamp` gives. */
export const Timestamp = z
  .string()
  .meta({ format: 'date-time', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$' })

/** A file in all views but that of one list. */
export const ListFile = z
  .object({
    name: z.string().describe('A hash of name and content, a hyphen, the clean name: another file has another one.'),
    clean_name: z.string().describe('The name as uploaded, without any path.'),
    bytes: z.int().min(0).describe('Size of the file as uploaded.'),
    created: Timestamp.describe('When the file was first uploaded, to whichever list.'),
    updated: Timestamp.describe('The same as `created`: a stored file never changes.'),
  })
  .meta({ id: 'ListFile', description: 'A file of a list, without its content.' })

/** In the single-list view alone a file has its lines. */
const { name, clean_name, bytes, ...stamps } = ListFile.shape
const content = z.array(z.string()).describe('The lines of the decoded text, without their line ends.')
export const FileWithContent = z
  .object({ name, clean_name, bytes, content, ...stamps })
  .meta({ id: 'FileWithContent', description: 'A file of a list with its lines.' })

const { version, ...texts } = eachOptionalText((name) => z.string().nullable().describe(TEXT_FIELDS[name].shown))

/** The fields that a list has in every view, in the order in which responses have them. */
const described = {
  name: z.string().describe(TEXT_FIELDS.name.shown),
  version,
  slug: z.string().describe('Unique identifier, made from the name; it never changes.'),
  url: z.string().describe('Path of the list in this API.'),
  ...texts,
  private: z.boolean().describe('Whether the list is left out of all collections.'),
  expires: Timestamp.nullable().describe('When the list will be gone; null is never.'),
  created: Timestamp.describe('When the list was created.'),
  updated: Timestamp.describe('When the list was last replaced, or created.'),
  author: z
    .object({ name: z.string(), verified: z.boolean().describe('Whether the operator has verified who they are.') })
    .meta({ id: 'Author', description: 'The user whose token the list was made with.' })
    .nullable()
    .describe('Null for lists made anonymously.'),
}
const links = z.object({
  url: z.string().describe('Where a website shows the list: a path, but an absolute address in the answer to a write.'),
  self: z.string().describe('Absolute address of the list in this API.'),
})
const game = { id: z.int().describe('Identifier of the game.'), name: z.string().describe('Name of the game.') }

/** The game of a list, in all views but two. */
export const GameOfList = z
  .object({ ...game, lists_count: z.null().describe('Only the collection of games counts lists.') })
  .meta({ id: 'GameOfList', description: 'The game of a list.' })

/** In collections. */
export const ListSummary = z
  .object({ ...described, game: GameOfList, links })
  .meta({ id: 'ListSummary', description: 'A list as collections show it: without files.' })
export type ListSummary = z.output<typeof ListSummary>

/** Within its game, which says only what it is. */
export const ListOfGame = z
  .object({ ...described, game: z.object(game), links })
  .meta({ id: 'ListOfGame', description: 'A list as its game shows it: without files.' })
export type ListOfGame = z.output<typeof ListOfGame>

/** On its own. */
export const ListDetail = z
  .object({
    ...described,
    game: GameOfList,
    files: z.array(FileWithContent).describe('In the order of the upload.'),
    links,
  })
  .meta({ id: 'List', description: 'A list with the lines of its files.' })
export type ListDetail = z.output<typeof ListDetail>

/** As one side of a comparison. */
export const ComparedList = z
  .object({ ...described, game: GameOfList, files: z.array(ListFile).describe('In the order of the upload.'), links })
  .meta({ id: 'ComparedList', description: 'One of two lists that are compared: its files are without content.' })
export type ComparedList = z.output<typeof ComparedList>

/** As the answer to a create or an update. */
export const SavedList = z
  .object({ ...described, game: z.object({ name: game.name }), links })
  .meta({ id: 'SavedList', description: 'A list as the answer to a write shows it: without files.' })
export type SavedList = z.output<typeof SavedList>

export const ListPage = paged(ListSummary).meta({ id: 'ListPage', description: 'A page of lists.' })

/** The usual envelope of one thing. */
export const data = <Schema extends z.ZodType>(schema: Schema) => z.object({ data: schema })

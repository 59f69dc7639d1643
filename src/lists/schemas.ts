import { z } from 'zod'
import { lastOf, paged, pageParameters } from '../http/paging.ts'

export const ListParams = z.object({ slug: z.string() })
export type ListParams = z.output<typeof ListParams>

const SORTS = ['created', '-created', 'updated', '-updated'] as const

/** An empty parameter, as a form with blank inputs sends it, asks for nothing. */
const parameter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (lastOf(value) === '' ? undefined : lastOf(value)), schema.optional())

/** The query of a collection of lists. Unknown keys of filter and page are refused, other parameters ignored. */
export const ListQuery = z
  .looseObject({
    ...pageParameters,
    'filter[author]': parameter(z.string()),
    'filter[game]': parameter(z.string()),
    sort: parameter(z.enum(SORTS, { error: `The sort must be one of ${SORTS.join(', ')}.` })),
  })
  .superRefine(
    (query, context) => {
      for (const key of Object.keys(query)) {
        if (!/^(filter|page)\[/.test(key) || key in ListQuery.shape) continue
        context.addIssue({ code: 'custom', path: [key], message: `The parameter ${key} is not known.` })
      }
    },
    { when: () => true }, // whatever else is wrong
  )
export type ListQuery = z.output<typeof ListQuery>

const Timestamp = z.string()

export const File = z.object({
  name: z.string(),
  clean_name: z.string(),
  bytes: z.int(),
  created: Timestamp,
  updated: Timestamp,
})

/** In the single-list view alone a file has its lines. */
const { name, clean_name, bytes, ...stamps } = File.shape
const FileWithContent = z.object({ name, clean_name, bytes, content: z.array(z.string()), ...stamps })

/** The fields of every List, before and after those that differ by view (SPEC.md, List; the order of keys is its order). */
const described = {
  name: z.string(),
  version: z.string().nullable(),
  slug: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  website: z.string().nullable(),
  discord: z.string().nullable(),
  readme: z.string().nullable(),
  private: z.boolean(),
  expires: Timestamp.nullable(),
  created: Timestamp,
  updated: Timestamp,
  author: z.object({ name: z.string(), verified: z.boolean() }).nullable(),
}
const links = z.object({ url: z.string(), self: z.string() })
const game = z.object({ id: z.int(), name: z.string(), lists_count: z.null() })

/** In collections. */
export const ListSummary = z.object({ ...described, game, links })
export type ListSummary = z.output<typeof ListSummary>

/** Within its game, which says only what it is. */
export const ListOfGame = z.object({ ...described, game: z.object({ id: z.int(), name: z.string() }), links })
export type ListOfGame = z.output<typeof ListOfGame>

/** On its own. */
export const ListDetail = z.object({ ...described, game, files: z.array(FileWithContent), links })
export type ListDetail = z.output<typeof ListDetail>

/** As one side of a comparison. */
export const ComparedList = z.object({ ...described, game, files: z.array(File), links })
export type ComparedList = z.output<typeof ComparedList>

/** As the answer to a create or an update. */
export const SavedList = z.object({ ...described, game: z.object({ name: z.string() }), links })
export type SavedList = z.output<typeof SavedList>

export const ListPage = paged(ListSummary)

/** The usual envelope of one thing. */
export const data = <Schema extends z.ZodType>(schema: Schema) => z.object({ data: schema })

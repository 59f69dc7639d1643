import { z } from 'zod'
import { GameParams } from '../games/schemas.ts'
import {
  boundedSize,
  DEFAULT_PAGE_SIZE,
  IndexMeta,
  MAX_PAGE_SIZE,
  optionalParameter,
  paged,
  pageParameters,
} from '../http/request/paging.ts'
import { collectionQuery, ListSummary, searchText } from '../lists/schemas.ts'

export const NameParams = z.object({
  ...GameParams.shape,
  name: z.string().meta({ description: 'The name of a mod or plugin, ignoring case.', examples: ['SkyUI'] }),
})
export type NameParams = z.output<typeof NameParams>

export const KINDS = ['mod', 'plugin'] as const
const SORTS = ['lists', '-lists', 'name', '-name'] as const

const parameters = {
  ...pageParameters,
  'page[size]': boundedSize.meta({
    ...boundedSize.meta(),
    description: `Names on a page: 1 to ${MAX_PAGE_SIZE}. ${DEFAULT_PAGE_SIZE} by default.`,
  }),
  'filter[kind]': optionalParameter(z.enum(KINDS, { error: 'The kind must be mod or plugin.' })).describe(
    '`mod` or `plugin`. `mod` by default.',
  ),
  'filter[search]': searchText.describe('Only names in which each of these words begins a word.'),
  sort: optionalParameter(z.enum(SORTS, { error: `The sort must be one of ${SORTS.join(', ')}.` })).describe(
    'Sorts by number of lists or by name; a leading `-` reverses. The default is `-lists`.',
  ),
}

export const MOD_PARAMETERS = Object.keys(parameters)

export const ModQuery = collectionQuery(parameters)
export type ModQuery = z.output<typeof ModQuery>

const count = z.int().min(0)
const name = z.string().describe('Name as the newest list spells it.')
const described = {
  name,
  kind: z.enum(KINDS),
  lists_count: count.describe('Number of public lists of the game that hold it. It may be a minute old.'),
  enabled_count: count.describe('Number of those lists in which it is on.'),
  links: z.object({
    self: z.string().describe('Absolute address of the mod or plugin in this API.'),
    lists: z.string().describe('Absolute address of the lists that hold it.'),
  }),
}

export const ModSummary = z
  .object(described)
  .meta({ id: 'ModSummary', description: 'A mod or plugin that public lists of a game hold.' })
export type ModSummary = z.output<typeof ModSummary>

const lists_count = count.describe('Number of public lists of the game.')

export const ModDetail = z
  .object({
    ...described,
    versions: z
      .array(z.object({ version: z.string(), lists_count }))
      .describe('Versions in lists, most lists first, at most 50.'),
    sources: z
      .array(z.object({ url: z.string(), lists_count }))
      .describe('Addresses in lists, most lists first, at most 50.'),
    beside: z
      .array(z.object({ name, both: count.describe('Number of lists that hold both.'), lists_count }))
      .describe(
        'Up to ten of the same kind with the largest overlap: the share of lists with both among lists with either. ' +
          'Only the newest 1,000 lists of this one are compared.',
      ),
  })
  .meta({ id: 'Mod', description: 'A mod or plugin, and those that share the most lists with it.' })
export type ModDetail = z.output<typeof ModDetail>

export const ModPage = paged(ModSummary).meta({ id: 'ModPage', description: 'A page of mods or plugins.' })

export const SearchQuery = z.object({
  query: searchText.describe('The text to search for. Without words, nothing is found.'),
})

const { author } = ListSummary.shape

export const SearchResults = z.object({
  data: z
    .object({
      lists: z
        .array(ListSummary)
        .describe('The newest public lists with all of these words in name, description, author or game, at most ten.'),
      mods: z
        .array(
          z.object({
            name: ModSummary.shape.name,
            lists_count: z.int().min(1).describe('Number of public lists of any game that hold the mod.'),
            links: ModSummary.shape.links.pick({ lists: true }),
          }),
        )
        .describe('Mods in whose names each of these words begins a word, in the most lists first, at most ten.'),
      authors: z.array(author.unwrap()).describe('Authors of public lists whose names contain the text, at most ten.'),
    })
    .meta({ id: 'SearchResults', description: 'Lists, mods and authors that match a text.' }),
  meta: z.object({ total: z.int().min(0).describe('Number of all matching lists.'), ...IndexMeta.shape }),
})
export type SearchResults = z.output<typeof SearchResults>

export const SimilarListsBody = z.object({
  data: z.array(
    z
      .object({
        ...ListSummary.shape,
        differences: z
          .int()
          .min(0)
          .describe('Number of mods and plugins that only one of the lists has, or that are on in only one of them.'),
      })
      .meta({ id: 'SimilarList', description: 'A list, and how many differences it has from the requested one.' }),
  ),
  meta: IndexMeta.optional(),
})
export type SimilarListsBody = z.output<typeof SimilarListsBody>

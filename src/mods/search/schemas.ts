import { z } from 'zod'
import { IndexMeta } from '../../http/request/paging.ts'
import { ListSummary, searchText } from '../../lists/schemas.ts'
import { ModSummary } from '../schemas.ts'

export const SearchQuery = z.object({
  query: searchText.describe('The text to search for. Without words, nothing is found.'),
})

const { author } = ListSummary.shape

/** What a search found. */
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

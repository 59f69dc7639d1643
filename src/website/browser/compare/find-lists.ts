import type { ListSummary } from '../../../lists/schemas.ts'
import { keptKeys } from '../owner-key.ts'
import { type Suggestion, search } from '../suggestions.ts'

/** Finds lists by the typed text: first lists made in this browser, then public ones, only of `game` if it is known. */
export async function findLists(
  api: URL,
  game: string | undefined,
  typed: string,
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const address = new URL('lists', api)
  if (game !== undefined) address.searchParams.set('filter[game]', game)
  if (typed !== '') address.searchParams.set('filter[search]', typed)
  const found = await search<ListSummary>(address, signal)
  const own = keptKeys()
    .map(({ slug }) => slug)
    .filter((slug) => slug.includes(typed.toLowerCase()))
  return [
    ...own.map((slug) => ({ value: slug, name: slug, details: 'uploaded with this browser' })),
    ...found.filter(({ slug }) => !own.includes(slug)).map(suggestionOf),
  ]
}

const suggestionOf = ({ slug, name, author, version }: ListSummary): Suggestion => ({
  value: slug,
  name,
  details: [slug, author && `by ${author.name}`, version && `version ${version}`].filter(Boolean).join(', '),
})

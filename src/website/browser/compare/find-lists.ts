import type { ListSummary } from '../../../lists/schemas.ts'
import { type OwnList, ownLists } from '../page/own-lists.ts'
import { type Suggestion, search } from '../suggestions.ts'

let own: Promise<OwnList[]> | undefined

/**
 * Finds lists by the typed text: first the reader's own, then public ones, only of `game` if it is known. Never the list
 * `other`, with which the found list is to be compared.
 */
export async function findLists(
  api: URL,
  { game, other }: { game: string | undefined; other: string },
  typed: string,
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const address = new URL('lists', api)
  if (game !== undefined) address.searchParams.set('filter[game]', game)
  if (typed !== '') address.searchParams.set('filter[search]', typed)
  const found = await search<ListSummary>(address, signal)
  own ??= ownLists()
  const isMeant = ({ slug, name }: OwnList) => `${slug} ${name}`.toLowerCase().includes(typed.toLowerCase())
  const mine = (await own).filter((list) => list.slug !== other && isMeant(list))
  return [
    ...mine.map(({ slug, name, private: isUnlisted }) => ({
      value: slug,
      name,
      details: `${slug}, yours${isUnlisted ? ', unlisted' : ''}`,
    })),
    ...found.filter(({ slug }) => slug !== other && mine.every((list) => list.slug !== slug)).map(suggestionOf),
  ]
}

const suggestionOf = ({ slug, name, author, version }: ListSummary): Suggestion => ({
  value: slug,
  name,
  details: [slug, author && `by ${author.name}`, version && `version ${version}`].filter(Boolean).join(', '),
})

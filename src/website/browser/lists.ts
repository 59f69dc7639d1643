import './page.ts'
import type { ModSummary, SearchResults } from '../../mods/schemas.ts'
import { counted } from '../../text/amounts.ts'
import { type Suggestion, search, suggestValues } from './suggestions.ts'

const field = document.querySelector<HTMLInputElement>('form.search input[name=mod]')
if (field?.form) {
  const api = new URL('v1/', new URL('.', field.form.action))
  const game = field.form.querySelector<HTMLInputElement>('input[name=game]')?.value
  suggestValues(field, (typed, signal) => findMods(api, game, typed, signal))
}

/** Finds mods by the typed text, only of `game` if it is given. Returns none without text. */
async function findMods(api: URL, game: string | undefined, typed: string, signal: AbortSignal): Promise<Suggestion[]> {
  if (typed === '') return []
  const mods = game === undefined ? await modsOfAllGames(api, typed, signal) : await modsOf(api, game, typed, signal)
  return mods.map(({ name, lists_count: count }) => ({
    value: name,
    name,
    details: `in ${counted(count, 'list')}`,
  }))
}

function modsOf(api: URL, game: string, typed: string, signal: AbortSignal) {
  const address = new URL(`games/${encodeURIComponent(game)}/mods`, api)
  address.searchParams.set('filter[search]', typed)
  return search<ModSummary>(address, signal)
}

async function modsOfAllGames(api: URL, typed: string, signal: AbortSignal) {
  const address = new URL('search', api)
  address.searchParams.set('query', typed)
  const response = await fetch(address, { signal })
  return response.ok ? ((await response.json()) as SearchResults).data.mods : []
}

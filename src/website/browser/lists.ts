import './page.ts'
import type { ModSummary } from '../../mods/schemas.ts'
import { counted } from '../../text/amounts.ts'
import { type Suggestion, search, suggestValues } from './suggestions.ts'

const field = document.querySelector<HTMLInputElement>('form.search input[name=mod]')
const game = document.querySelector<HTMLSelectElement>('form.search select[name=game]')
if (field?.form && game !== null) {
  const api = new URL('v1/', new URL('.', field.form.action))
  suggestValues(field, (typed, signal) => findMods(api, game.value, typed, signal))
}

/** Finds mods of a game by the typed text. Returns none without a game or without text. */
async function findMods(api: URL, game: string, typed: string, signal: AbortSignal): Promise<Suggestion[]> {
  if (game === '' || typed === '') return []
  const address = new URL(`games/${encodeURIComponent(game)}/mods`, api)
  address.searchParams.set('filter[search]', typed)
  const mods = await search<ModSummary>(address, signal)
  return mods.map(({ name, lists_count: count }) => ({
    value: name,
    name,
    details: `in ${counted(count, 'list')}`,
  }))
}

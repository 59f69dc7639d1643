import './page.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import type { SimilarListsBody } from '../../mods/schemas.ts'
import { counted } from '../../text/amounts.ts'
import { checkMine } from './compare/check.tsx'
import { compareFolder } from './compare/folder.tsx'
import { type OwnList, ownLists } from './page/own-lists.ts'
import { type Suggestion, search, suggestValues } from './suggestions.ts'

const check = document.querySelector<HTMLFormElement>('form.check-mine')
if (check !== null) checkMine(check)

const form = document.querySelector<HTMLFormElement>('form.chooser')
if (form !== null) {
  const api = new URL('v1/', new URL('.', form.action))
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[name^=list]')]
  for (const field of fields) {
    suggestValues(field, (typed, signal) => {
      const other = fields.find((one) => one !== field)?.value.trim() ?? ''
      return findLists(api, { game: form.dataset.game, other }, typed, signal)
    })
  }
  compareFolder(form, api)
}

type SimilarList = SimilarListsBody['data'][number]

let own: Promise<OwnList[]> | undefined
const similar = new Map<string, Promise<readonly SimilarList[]>>()

/** Finds lists by the typed text, except `other`: the reader's own, those similar to it, then public ones. */
async function findLists(
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
  const isMeant = ({ slug, name }: { slug: string; name: string }) =>
    `${slug} ${name}`.toLowerCase().includes(typed.toLowerCase())
  const suggestions = [
    ...(await own).filter(isMeant).map(({ slug, name, private: isUnlisted }) => ({
      value: slug,
      name,
      details: `${slug}, yours${isUnlisted ? ', unlisted' : ''}`,
    })),
    ...(await similarTo(api, other)).filter(isMeant).map((list) => suggestionOf(list, list.differences)),
    ...found.map((list) => suggestionOf(list)),
  ]
  const seen = new Set([slugOf(other)])
  return suggestions.filter(({ value }) => !seen.has(value) && seen.add(value))
}

/** Returns the slug of a list that is named by its slug, or by that of one of its versions. */
const slugOf = (text: string): string => text.replace(/@\d+$/, '').toLowerCase()

function similarTo(api: URL, list: string): Promise<readonly SimilarList[]> {
  const slug = slugOf(list)
  const known = similar.get(slug)
  if (known !== undefined) return known
  const asked = /^[\w-]+$/.test(slug)
    ? fetch(new URL(`lists/${slug}/similar`, api))
        .then((response) => (response.ok ? response.json() : { data: [] }))
        .then(({ data }: SimilarListsBody) => data)
        .catch(() => [])
    : Promise.resolve([])
  similar.set(slug, asked)
  return asked
}

const suggestionOf = ({ slug, name, author, version }: ListSummary, differences?: number): Suggestion => ({
  value: slug,
  name,
  details: [
    slug,
    author && `by ${author.name}`,
    version && `version ${version}`,
    differences !== undefined && counted(differences, 'difference'),
  ]
    .filter(Boolean)
    .join(', '),
})

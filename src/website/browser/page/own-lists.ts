import { counted } from '../../../text/amounts.ts'
import { timeLeft } from '../../../text/timestamp.ts'
import { element } from '../element.ts'
import { type KeptKey, keptKeys } from '../owner-key.ts'
import { showTime } from '../times.ts'
import { sessionMark } from './header.ts'

/** A list of the reader: of their account, or shared by this browser, unlisted ones too. */
export interface OwnList {
  slug: string
  name: string
  version: string | null
  private: boolean
  updated: string
}

/** Number of lists of this browser that are looked up at the same time, and that "Show more" shows. */
const BATCH = 20

/** Returns the reader's lists. Those of this browser are looked up with their owner keys. */
export async function ownLists(): Promise<OwnList[]> {
  const [ofAccount, ofBrowser] = await Promise.all([listsOfAccount(), listsOfBrowser()])
  return [...ofBrowser, ...ofAccount]
}

/** Returns all lists whose owner keys this browser keeps and which still exist, the newest first. */
export const listsOfBrowser = (): Promise<(OwnList & KeptKey)[]> => search(Number.POSITIVE_INFINITY).next()

/** Looks for the lists of this browser's owner keys, newest first. `next` returns at least `size` more. */
function search(size: number) {
  const kept = keptKeys().sort((one, other) => other.created.localeCompare(one.created))
  return {
    async next() {
      const lists: (OwnList & KeptKey)[] = []
      while (lists.length < size && kept.length > 0) {
        const found = await Promise.all(kept.splice(0, BATCH).map((one) => listOfKey(homeOf(), one)))
        lists.push(...found.filter((list) => list !== undefined))
      }
      return lists
    },
    hasKeys: () => kept.length > 0,
  }
}

/** Returns the address of the website, from the header's link. */
const homeOf = (): string => document.querySelector<HTMLAnchorElement>('.brand')?.href ?? location.origin

export const linkTo = (slug: string, name: string): HTMLAnchorElement =>
  element('a', { href: new URL(`lists/${slug}`, homeOf()).href }, element('bdi', {}, name))

async function listsOfAccount(): Promise<OwnList[]> {
  if (sessionMark() === undefined) return []
  const answer = await ask<{ lists: OwnList[] }>(new URL('account/lists', homeOf()))
  return answer?.lists ?? []
}

async function listOfKey(home: string, { slug, created, key }: KeptKey): Promise<(OwnList & KeptKey) | undefined> {
  const address = new URL(`v1/lists/${encodeURIComponent(slug)}/revisions?page[size]=1`, home)
  const answer = await ask<{ data: (OwnList & { created: string })[] }>(address, { Authorization: `Bearer ${key}` })
  const [latest] = answer?.data ?? []
  return latest && { ...latest, slug, created, key, updated: latest.created }
}

async function ask<T>(address: URL | string, headers: Record<string, string> = {}): Promise<T | undefined> {
  const response = await fetch(address, { headers: { Accept: 'application/json', ...headers } }).catch(() => undefined)
  return response?.ok === true ? response.json() : undefined
}

/** Fills the section "Your lists", and shows it if there are any. A button shows more of them, the account all of its own. */
export async function showOwnLists(): Promise<void> {
  const section = document.querySelector<HTMLElement>('.own-lists')
  const rows = section?.querySelector('ul')
  if (!section || !rows) return
  const ofBrowser = search(BATCH)
  const [ofAccount, first] = await Promise.all([listsOfAccount(), ofBrowser.next()])
  const lists: OwnList[] = [...first, ...ofAccount]
  const show = () => rows.replaceChildren(...lists.map((list) => rowOf(list, lists)))
  show()
  section.hidden = lists.length === 0
  if (lists.length > 0) document.querySelector('.example')?.remove()
  if (ofAccount.length > 0) {
    const link = element('a', { href: new URL('account', homeOf()).href }, 'All lists of your account')
    section.append(element('p', {}, link))
  }
  if (!ofBrowser.hasKeys()) return
  const button = element('button', { type: 'button', className: 'plain' }, 'Show more')
  const bar = element('p', {}, button)
  rows.after(bar)
  button.addEventListener('click', async () => {
    button.disabled = true
    const shown = lists.length
    lists.push(...(await ofBrowser.next()))
    show()
    button.disabled = false
    if (!ofBrowser.hasKeys()) bar.remove()
    rows.children[shown]?.querySelector('a')?.focus()
  })
}

interface Details {
  game: string
  mods: number | null
  plugins: number | null
  expires: string | null
}

/** Returns the row of a list. It has the slug if another of the lists looks the same. Its details are looked up. */
function rowOf({ slug, name, version, private: isUnlisted, updated }: OwnList, lists: readonly OwnList[]): HTMLElement {
  const heading = element('h3', {}, linkTo(slug, name))
  if (version !== null) heading.append(' ', element('span', { className: 'quiet' }, element('bdi', {}, version)))
  const meta = element('p', { className: 'meta' })
  if (lists.some((other) => other.slug !== slug && other.name === name && other.version === version))
    meta.append(element('span', {}, slug))
  if (isUnlisted) meta.append(element('span', {}, 'unlisted'))
  const when = element('time', { className: 'quiet day', dateTime: updated })
  showTime(when)
  const address = (path: string) => new URL(path, homeOf()).href
  const copy = element('button', { type: 'button', className: 'copy' }, 'Copy link')
  copy.dataset.text = address(`lists/${slug}`)
  const [compare, edit] = [
    element('a', { className: 'button', href: address(`compare?list1=${slug}`) }, 'Compare'),
    element('a', { className: 'button', href: address(`lists/${slug}/edit`) }, 'Edit'),
  ]
  const actions = element('div', { className: 'actions' }, copy, compare, edit)
  actions.append(Object.assign(element('span', { className: 'outcome' }), { role: 'status' }))
  void addDetails(meta, address(`lists/${slug}/row`))
  return element('li', {}, element('div', {}, heading, meta), when, actions)
}

async function addDetails(meta: HTMLElement, address: string) {
  const details = await ask<Details>(address)
  if (details === undefined) return
  const { game, mods, plugins, expires } = details
  const left = expires === null ? '' : `expires in ${timeLeft(new Date(expires), new Date()).words}`
  const texts = [game, mods === null ? '' : counted(mods, 'mod'), plugins === null ? '' : counted(plugins, 'plugin')]
  meta.prepend(...texts.filter(Boolean).map((text) => element('span', {}, text)))
  if (left !== '') meta.append(element('span', { className: 'badge switched' }, left))
}

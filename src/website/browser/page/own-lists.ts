import { element } from '../element.ts'
import { type KeptKey, keptKeys } from '../owner-key.ts'
import { sessionMark } from './header.ts'

/** A list of the reader: of their account, or shared by this browser, unlisted ones too. */
export interface OwnList {
  slug: string
  name: string
  version: string | null
  private: boolean
  updated: string
}

/** Number of lists of this browser that are looked up, the newest first. */
const MOST = 20

/**
 * Returns the reader's lists. Those of this browser are looked up with their owner keys, so that another list that has
 * got the same slug is left out, as is a list that has expired or was deleted.
 */
export async function ownLists(): Promise<OwnList[]> {
  const home = homeOf()
  const [ofAccount, ofBrowser] = await Promise.all([
    sessionMark() === undefined ? [] : listsOfAccount(home),
    listsOfBrowser(),
  ])
  return [...ofBrowser, ...ofAccount]
}

/** Returns the lists whose owner keys this browser keeps and which still exist, the newest first. */
export async function listsOfBrowser(): Promise<(OwnList & KeptKey)[]> {
  const kept = keptKeys().sort((one, other) => other.created.localeCompare(one.created))
  const found = await Promise.all(kept.slice(0, MOST).map((one) => listOfKey(homeOf(), one)))
  return found.filter((list) => list !== undefined)
}

/** Returns the address of the website, from the header's link. */
const homeOf = (): string => document.querySelector<HTMLAnchorElement>('.brand')?.href ?? location.origin

/** Returns a link to the page of a list. */
export const linkTo = (slug: string, name: string): HTMLAnchorElement =>
  element('a', { href: new URL(`lists/${slug}`, homeOf()).href }, element('bdi', {}, name))

async function listsOfAccount(home: string): Promise<OwnList[]> {
  const answer = await ask<{ lists: OwnList[] }>(new URL('account/lists', home))
  return answer?.lists ?? []
}

async function listOfKey(home: string, { slug, created, key }: KeptKey): Promise<(OwnList & KeptKey) | undefined> {
  const address = new URL(`v1/lists/${encodeURIComponent(slug)}/revisions?page[size]=1`, home)
  const answer = await ask<{ data: (OwnList & { created: string })[] }>(address, { Authorization: `Bearer ${key}` })
  const [latest] = answer?.data ?? []
  return latest && { ...latest, slug, created, key, updated: latest.created }
}

async function ask<T>(address: URL, headers: Record<string, string> = {}): Promise<T | undefined> {
  const response = await fetch(address, { headers: { Accept: 'application/json', ...headers } }).catch(() => undefined)
  return response?.ok === true ? response.json() : undefined
}

/** Fills the section "Your lists", and shows it if there are any. */
export async function showOwnLists(): Promise<void> {
  const section = document.querySelector<HTMLElement>('.own-lists')
  const rows = section?.querySelector('ul')
  if (!section || !rows) return
  const lists = await ownLists()
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
  rows.replaceChildren(
    ...lists.map(({ slug, name, version, private: isUnlisted, updated }) => {
      const link = linkTo(slug, name)
      const heading = element('h3', {}, link)
      if (version !== null) heading.append(' ', element('span', { className: 'quiet' }, element('bdi', {}, version)))
      const meta = element('p', { className: 'meta' })
      if (lists.some((other) => other.slug !== slug && other.name === name && other.version === version))
        meta.append(element('span', {}, slug))
      if (isUnlisted) meta.append(element('span', {}, 'unlisted'))
      const when = element('span', { className: 'quiet' }, day.format(new Date(updated)))
      return element('li', {}, element('div', {}, heading, meta), when)
    }),
  )
  section.hidden = lists.length === 0
}

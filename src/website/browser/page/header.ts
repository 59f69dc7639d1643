import { element } from '../element.ts'
import { keptKey } from '../owner-key.ts'
import { forTab } from '../storage.ts'

interface Fragment {
  name: string | null
  links: { href: string; text: string }[]
}

const KEPT = 'header'

/** How long a tab caches the response. */
const KEPT_MS = 60_000

/** Returns the readable cookie that marks this browser's session; undefined if nobody is signed in. */
export const sessionMark = (): string | undefined => /(?:^|; )(?:__Host-)?signed-in=([\w-]+)/.exec(document.cookie)?.[1]

/**
 * Puts the reader's name and links into the header, because cached pages are the same for everybody. Only browsers with
 * a session ask for it, at most once a minute in a tab.
 */
export async function nameReader(): Promise<string | null> {
  const link = document.querySelector<HTMLAnchorElement>('.top a.account')
  if (link === null) return null
  const mark = sessionMark()
  if (mark === undefined) {
    link.textContent = 'Sign in'
    link.href = signInAddress(link)
    forTab.remove(KEPT)
    return null
  }
  // The pages of moderators show the current number of open cases.
  const kept = location.pathname.includes('/moderation') ? undefined : keptFor(mark)
  if (kept !== undefined) return show(link, kept)
  const answer = await fetch(`${link.pathname}/header`, { headers: { Accept: 'application/json' } }).catch(
    () => undefined,
  )
  if (answer?.ok !== true) return null
  const fragment = (await answer.json()) as Fragment
  forTab.set(KEPT, JSON.stringify({ mark, until: Date.now() + KEPT_MS, fragment }))
  return show(link, fragment)
}

/** Returns the address of the sign-in page, which leads back to this page. `link` leads to the account's page. */
function signInAddress({ pathname: account }: HTMLAnchorElement): string {
  const signIn = account.replace(/account$/, 'sign-in')
  const { pathname, search } = location
  return pathname.startsWith(signIn) ? account : `${signIn}?return_to=${encodeURIComponent(pathname + search)}`
}

/** Returns the cached response for the session with this mark, if it is less than a minute old. */
function keptFor(mark: string): Fragment | undefined {
  const kept = JSON.parse(forTab.get(KEPT) ?? 'null') as { mark: string; until: number; fragment: Fragment } | null
  return kept?.mark === mark && kept.until > Date.now() ? kept.fragment : undefined
}

function show(link: HTMLAnchorElement, { name, links }: Fragment): string | null {
  link.textContent = name ?? 'Sign in'
  if (name === null) link.href = signInAddress(link)
  document.querySelector('.top nav div')?.append(...links.map(({ href, text }) => element('a', { href }, text)))
  return name
}

/** Shows what only the owner of a list can use: its author, or a browser with its owner key. */
export function showForOwner(reader: string | null): void {
  for (const part of document.querySelectorAll<HTMLElement>('.for-owner, .save')) {
    const { slug = '', created = '', author } = part.dataset
    part.hidden = author === undefined ? keptKey({ slug, created }) === null : author !== reader
  }
}

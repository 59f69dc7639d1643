import { forBrowser, forTab, leaveForArrival, takeOnArrival } from './storage.ts'

/** A list, identified by slug and creation time, because a slug can be used again. */
interface MadeList {
  slug: string
  created: string
}

export interface KeptKey extends MadeList {
  key: string
}

const nameOf = ({ slug, created }: MadeList) => `owner-key ${slug} ${created}`

const MADE = 'made'
const LEAVING = 'leaving'

/** Stores a new list's key, if it has one, and makes the list's page show the notice once. */
export function leaveForPage(list: MadeList, key: string | null): void {
  if (key !== null) forBrowser.set(nameOf(list), key)
  forTab.set(MADE, nameOf(list))
}

export const keptKey = (list: MadeList): string | null => forBrowser.get(nameOf(list))

/** Returns the lists whose owner keys this browser keeps. */
export const keptKeys = (): KeptKey[] =>
  forBrowser.names().flatMap((name) => {
    const [kind, slug, created] = name.split(' ')
    const key = forBrowser.get(name)
    return kind === 'owner-key' && slug !== undefined && created !== undefined && key ? [{ slug, created, key }] : []
  })

export const forgetKey = (list: MadeList): void => forBrowser.remove(nameOf(list))

/** Makes the page that follows a list's deletion forget the list's key. */
export const forgetWhenGone = (list: MadeList): void => leaveForArrival(LEAVING, nameOf(list))

export function forgetGone(): void {
  const name = takeOnArrival(LEAVING)
  if (name !== null && location.pathname.endsWith('/lists')) forBrowser.remove(name)
}

/** Returns whether this browser can store a key. */
export const canKeep = (): boolean => {
  const name = 'owner-key'
  const isKept = forBrowser.set(name, '') && forTab.set(name, '')
  forBrowser.remove(name)
  forTab.remove(name)
  return isKept
}

/** Shows the notice on the page of a list that this tab has just created, from the page's template. */
export function showSharedNotice(): void {
  const template = document.querySelector<HTMLTemplateElement>('#key-notice')
  const notice = (template?.content ?? document).querySelector<HTMLElement>('.owner-key')
  if (notice === null) return
  const { slug = '', created = '' } = notice.dataset
  const list = { slug, created }
  const code = notice.querySelector('#owner-key')
  if (template === null) {
    // The server shows the notice: the form was sent without a script.
    if (!forBrowser.set(nameOf(list), code?.textContent ?? '')) return
  } else {
    if (forTab.get(MADE) !== nameOf(list)) return
    const key = keptKey(list)
    if (code !== null && key === null) return
    if (code) code.textContent = key
    template.replaceWith(notice)
  }
  forTab.remove(MADE)
  for (const kept of notice.querySelectorAll<HTMLElement>('[hidden]')) kept.hidden = false
}

import { forBrowser, forTab, leaveForArrival, takeOnArrival } from './storage.ts'

/** A list, identified by slug and creation time, because a slug can be used again. */
interface MadeList {
  slug: string
  created: string
}

const nameOf = ({ slug, created }: MadeList) => `owner-key ${slug} ${created}`

/** Returns the slugs of the lists whose owner keys this browser keeps. */
export const madeHere = (): string[] => forBrowser.names().flatMap((name) => /^owner-key (\S+) /.exec(name)?.[1] ?? [])

const MADE = 'made'
const LEAVING = 'leaving'

/** Stores a new list's key, if it has one, and makes the list's page show the notice once. */
export function leaveForPage(list: MadeList, key: string | null): void {
  if (key !== null) forBrowser.set(nameOf(list), key)
  forTab.set(MADE, nameOf(list))
}

export const keptKey = (list: MadeList): string | null => forBrowser.get(nameOf(list))

/** A list whose key this browser has kept. */
type KeptList = MadeList & { key: string }

export const keptKeys = (): KeptList[] =>
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
  const shown = document.querySelector<HTMLElement>('.owner-key')
  if (shown !== null) {
    // The server shows the notice: the form was sent without a script.
    const key = shown.querySelector('#owner-key')?.textContent ?? ''
    if (!forBrowser.set(nameOf(listOf(shown)), key)) return
    sayKept(shown)
    forTab.remove(MADE)
    return
  }
  const template = document.querySelector<HTMLTemplateElement>('#key-notice')
  const notice = template?.content.querySelector<HTMLElement>('.owner-key')
  if (!template || !notice) return
  const list = listOf(notice)
  if (forTab.get(MADE) !== nameOf(list)) return
  forTab.remove(MADE)
  const code = notice.querySelector('#owner-key')
  const key = keptKey(list)
  if (code !== null && key === null) return
  if (code) code.textContent = key
  sayKept(notice)
  template.replaceWith(document.importNode(template.content, true))
}

/** Shows the sentence that this browser has kept a copy of the key. */
function sayKept(notice: HTMLElement) {
  for (const kept of notice.querySelectorAll<HTMLElement>('[hidden]')) kept.hidden = false
}

const listOf = ({ dataset: { slug = '', created = '' } }: HTMLElement): MadeList => ({ slug, created })

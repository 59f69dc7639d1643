import { leaveForArrival, takeOnArrival } from './arrival.ts'
import { forGood, forTab } from './storage.ts'

/** A list as one of its time: a slug may be used again. */
interface MadeList {
  slug: string
  created: string
}

const nameOf = ({ slug, created }: MadeList) => `owner-key ${slug} ${created}`
const MADE = 'made'
const LEAVING = 'leaving'

/** Keeps the key of a list, if it has one, and has its page say that it is shared. Once. */
export function leaveForPage(list: MadeList, key: string | null): void {
  if (key !== null) forGood.set(nameOf(list), key)
  forTab.set(MADE, nameOf(list))
}

export const keptKey = (list: MadeList): string | null => forGood.get(nameOf(list))

/** Forgets the key of a list as soon as the page is shown that its deletion leads to. */
export const forgetWhenGone = (list: MadeList): void => leaveForArrival(LEAVING, nameOf(list))

export function forgetGone(): void {
  const name = takeOnArrival(LEAVING)
  if (name !== null && location.pathname.endsWith('/lists')) forGood.remove(name)
}

/** Whether a key can be kept here. */
export const canKeep = (): boolean => {
  const name = 'owner-key'
  const isKept = forGood.set(name, '') && forTab.set(name, '')
  forGood.remove(name)
  forTab.remove(name)
  return isKept
}

/** Shows the notice of a list that this tab has just made, in the place that its page has for it. */
export function showSharedNotice(): void {
  const shown = document.querySelector<HTMLElement>('.owner-key')
  if (shown !== null) {
    // The server has shown it: the form was sent without a script.
    const key = shown.querySelector('#owner-key')?.textContent ?? ''
    if (!forGood.set(nameOf(listOf(shown)), key)) return
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

/** Says that this browser keeps the key, too. */
function sayKept(notice: HTMLElement) {
  for (const kept of notice.querySelectorAll<HTMLElement>('[hidden]')) kept.hidden = false
}

const listOf = ({ dataset: { slug = '', created = '' } }: HTMLElement): MadeList => ({ slug, created })

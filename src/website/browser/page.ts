import { element } from './element.ts'
import { forgetGone, showSharedNotice } from './owner-key.ts'
import { chooseChanges } from './page/choose-changes.ts'
import { filterChanges, filterRows } from './page/filter.ts'
import { nameReader, showForOwner } from './page/header.ts'
import { addressLines, openTabOfLine } from './page/line-links.ts'
import { showOwnLists } from './page/own-lists.ts'
import { forTab, saySaved } from './storage.ts'
import { showTime } from './times.ts'
import { DROPPED_EARLY, type DroppedItem, droppedItems } from './upload/dropped-items.ts'

for (const time of document.querySelectorAll('time')) showTime(time)
void nameReader().then(showForOwner)
void showOwnLists()
forgetGone()
showSharedNotice()
saySaved()
copyTexts()
openTabOfLine()
addEventListener('hashchange', openTabOfLine)
filterRows()
filterChanges()
addressLines()
tidySearch()
forgetDeletion()
keepTicks()
chooseChanges()
loadUploadScript()
readLogAtOnce()

/**
 * Makes the copy buttons work. They copy `data-text`, the element named by `data-copied`, or the page's address; a link
 * of the class `copied` copies the text that it leads to. The status next to them says whether it worked.
 */
function copyTexts(): void {
  document.addEventListener('click', async (event) => {
    const control = event.target instanceof Element ? event.target.closest('button.copy, a.copied') : null
    if (!(control instanceof HTMLElement)) return
    event.preventDefault()
    const link = control instanceof HTMLAnchorElement ? control.href : undefined
    const text = link === undefined ? textOf(control) : await textAt(link)
    const isCopied = text !== undefined && (await copy(text))
    if (link !== undefined && !isCopied) return location.assign(link)
    control.focus() // the fallback has moved the focus
    const status = control.closest('.actions, .foot')?.querySelector('.outcome')
    if (status) status.textContent = isCopied ? 'Copied.' : `Copy it yourself: ${text}`
  })
}

const textOf = ({ dataset: { text, copied = '' } }: HTMLElement): string =>
  text ?? document.getElementById(copied)?.textContent ?? location.href

async function textAt(address: string): Promise<string | undefined> {
  const response = await fetch(address).catch(() => undefined)
  return response?.ok === true ? response.text() : undefined
}

/** Copies a text, and returns whether it worked. Pages without TLS have only `execCommand`. */
async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  }
  const field = element('textarea', { value: text })
  field.style.position = 'fixed'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}

/** Loads the script of an upload form when it is first used, since most visitors do not use it. */
function loadUploadScript(): void {
  const form = document.querySelector<HTMLFormElement>('form.upload[data-script]')
  const source = form?.dataset.script
  if (!form || source === undefined) return
  let isLoading = false
  const load = async () => {
    if (isLoading) return
    isLoading = true
    await import(source) // an element's `src` would need a policy of Trusted Types
    for (const type of ['dragover', 'drop'] as const) document.removeEventListener(type, wait)
    if (early.length > 0) document.dispatchEvent(new CustomEvent(DROPPED_EARLY, { detail: early }))
  }
  for (const type of ['pointerenter', 'focusin', 'change'] as const) form.addEventListener(type, load, { once: true })
  document.addEventListener('dragenter', load, { once: true })
  // What is dropped before the script has come is handed over to it. The browser must not open it instead.
  let early: DroppedItem[] = []
  const wait = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files') || (event.target as Element).closest('.read-log')) return
    event.preventDefault()
    if (event.type === 'drop') early = droppedItems(event.dataTransfer)
  }
  for (const type of ['dragover', 'drop'] as const) document.addEventListener(type, wait)
}

/** Reads a crash log at once when it is pasted into its form, or its file is chosen there or dropped on it. */
function readLogAtOnce(): void {
  const form = document.querySelector<HTMLFormElement>('form.read-log')
  const door = form?.closest('.door')
  const [text, file] = [form?.querySelector('textarea'), form?.querySelector<HTMLInputElement>('[type=file]')]
  if (!form || !door || !text || !file) return
  text.addEventListener('paste', () => setTimeout(() => text.value.trim() !== '' && form.requestSubmit()))
  file.addEventListener('change', () => file.value !== '' && form.requestSubmit())
  for (const type of ['dragover', 'dragleave', 'drop'] as const) {
    form.addEventListener(type, (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      door.classList.toggle('over', type === 'dragover')
      if (type !== 'drop') return
      file.files = event.dataTransfer.files
      form.requestSubmit()
    })
  }
}

/** Omits empty fields from the address of a search. */
function tidySearch(): void {
  document.querySelector<HTMLFormElement>('form.search')?.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
  })
}

/** Removes `deleted` from the address, so that a shared or reloaded page does not repeat the notice. */
function forgetDeletion(): void {
  const address = new URL(location.href)
  if (!address.searchParams.has('deleted')) return
  address.searchParams.delete('deleted')
  history.replaceState(history.state, '', address)
}

const TICKED = 'ticked'

/** Names of the ticked lists by slug, in the order of ticking. */
type Ticked = Map<string, string>

/** Keeps this tab's ticks across pages, so that the form compares lists ticked on any page. */
function keepTicks(): void {
  const form = document.querySelector<HTMLFormElement>('form.ticks')
  if (form === null) return
  const ticked: Ticked = new Map(JSON.parse(forTab.get(TICKED) ?? '[]'))
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[name=list]')]
  const status = form.querySelector('[role=status]')
  const clear = form.querySelector<HTMLButtonElement>('[type=reset]')
  const show = () => {
    for (const box of boxes) box.checked = ticked.has(box.value)
    form.classList.toggle('some', ticked.size > 0)
    if (clear) clear.hidden = ticked.size === 0
    if (status) status.textContent = wordsOf(ticked)
  }
  show()
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    if (target.checked) ticked.set(target.value, target.dataset.name ?? target.value)
    else ticked.delete(target.value)
    forTab.set(TICKED, JSON.stringify([...ticked]))
    show()
  })
  form.addEventListener('formdata', ({ formData }) => {
    formData.delete('list')
    for (const slug of ticked.keys()) formData.append('list', slug)
    if (ticked.size === 2) forTab.remove(TICKED)
  })
  form.addEventListener('reset', () => {
    ticked.clear()
    forTab.remove(TICKED)
    show()
  })
}

function wordsOf(ticked: Ticked): string {
  const names = [...ticked.values()].join(', ')
  if (ticked.size === 0) return 'Tick two lists to compare them.'
  if (ticked.size === 1) return `Ticked: ${names}. Tick one more, on any page.`
  if (ticked.size === 2) return `Ticked: ${names}.`
  return `Ticked: ${names}. Only two can be compared at a time.`
}

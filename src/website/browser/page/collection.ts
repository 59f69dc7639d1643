import { forTab } from '../storage.ts'

/** Omits empty fields from the address of a search. */
export function tidySearch(): void {
  document.querySelector<HTMLFormElement>('form.search')?.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
  })
}

/** Removes `deleted` from the address, so that a shared or reloaded page does not repeat the notice. */
export function forgetDeletion(): void {
  const address = new URL(location.href)
  if (!address.searchParams.has('deleted')) return
  address.searchParams.delete('deleted')
  history.replaceState(history.state, '', address)
}

const TICKED = 'ticked'

/** Names of the ticked lists by slug, in the order of ticking. */
type Ticked = Map<string, string>

/**
 * Keeps this tab's ticks across pages, says which lists are ticked, and lets the form compare lists ticked on any page.
 */
export function keepTicks(): void {
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

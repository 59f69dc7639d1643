import Combobox from '@github/combobox-nav'
import { element } from './element.ts'

export interface Suggestion {
  value: string
  name: string
  details?: string
}

/** Number of results of the API that are suggested. */
const SUGGESTED = 8

/** Milliseconds without typing after which suggestions are looked up. */
const PAUSE = 150

/**
 * Suggests values for a text field while its user types, as a WAI-ARIA combobox. `find` is aborted when the text
 * changes; if it fails, nothing is suggested.
 */
export function suggestValues(
  field: HTMLInputElement,
  find: (typed: string, signal: AbortSignal) => Promise<readonly Suggestion[]>,
): void {
  const id = `${field.id}-suggestions`
  const list = element('ul', { id, role: 'listbox', ariaLabel: 'Suggestions', hidden: true })
  field.removeAttribute('list') // the browser's own suggestions
  field.after(list)
  const combobox = new Combobox(field, list, { tabInsertsSuggestions: false })
  let search = new AbortController()

  function close() {
    search.abort()
    if (list.hidden) return
    list.hidden = true
    combobox.stop()
  }

  async function open() {
    search.abort()
    search = new AbortController()
    const { signal } = search
    try {
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
      if (signal.aborted) return
      const found = await find(field.value.trim(), signal)
      if (signal.aborted) return
      list.replaceChildren(...found.map(optionOf))
      if (found.length === 0) return close()
      if (list.hidden) combobox.start()
      list.hidden = false
    } catch {
      if (!signal.aborted) close() // the server could not be asked: the field works without suggestions
    }
  }

  field.addEventListener('focus', open)
  field.addEventListener('input', open)
  field.addEventListener('blur', close)
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close()
  })
  list.addEventListener('mousedown', (event) => event.preventDefault()) // keeps the focus in the field
  list.addEventListener('combobox-commit', ({ target }) => {
    field.value = (target as HTMLElement).dataset.value ?? ''
    close()
  })
}

/** Returns the first results of a search in the API. */
export async function search<T>(address: URL, signal: AbortSignal): Promise<T[]> {
  address.searchParams.set('page[size]', String(SUGGESTED))
  const response = await fetch(address, { signal })
  const { data = [] } = (await response.json()) as { data?: T[] }
  return data
}

function optionOf({ value, name, details }: Suggestion): HTMLElement {
  const option = element('li', { role: 'option' }, name)
  option.dataset.value = value
  if (details !== undefined) option.append(element('small', {}, ` ${details}`))
  return option
}

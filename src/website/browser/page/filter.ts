import { lineOf, rowText } from './row-text.ts'

/**
 * Filters the rows of each long section by text, by a line's number ("line 214"), or to the rows that are on. The
 * filter is part of the page's address, so that a shared link shows the same rows.
 */
export function filterRows(): void {
  for (const filter of document.querySelectorAll<HTMLElement>('.filter')) {
    const part = filter.dataset.part ?? ''
    const section = document.getElementById(part)
    const [text, onlyEnabled] = filter.querySelectorAll('input')
    const status = filter.querySelector('[role=status]')
    if (section === null || text === undefined || onlyEnabled === undefined) continue
    const asked = new URL(location.href).searchParams
    text.value ||= asked.get(part) ?? ''
    onlyEnabled.checked ||= asked.has(`${part}-on`)
    let rows: Row[] | undefined
    const show = () => {
      rows ??= readRows(section)
      const shown = applyFilter(rows, text.value.trim().toLowerCase(), onlyEnabled.checked)
      hideEmptyGroups(section)
      if (status) status.textContent = shown === rows.length ? '' : `${shown} of ${rows.length} shown`
    }
    filter.addEventListener('input', () => {
      show()
      keepInAddress({ [part]: text.value.trim(), [`${part}-on`]: onlyEnabled.checked ? '1' : '' })
      if (section.getBoundingClientRect().top < 0) section.scrollIntoView() // matches may be above the view
    })
    if (text.value !== '' || onlyEnabled.checked) show()
  }
}

/** Sets query parameters of the page's address. An empty value removes its parameter. */
function keepInAddress(values: Readonly<Record<string, string>>): void {
  const address = new URL(location.href)
  for (const [name, value] of Object.entries(values)) {
    if (value === '') address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  }
  history.replaceState(history.state, '', address)
}

interface Row {
  item: HTMLLIElement
  text: string
  /** The row's line in its file, such as "line 214". */
  line: string
  isOff: boolean
}

/** Reads the rows, and sets each row's number, because browsers do not count hidden rows. */
function readRows(section: HTMLElement): Row[] {
  return [...section.querySelectorAll<HTMLOListElement>('ol.rows')].flatMap((list) =>
    [...list.children].map((child, at) => {
      const item = child as HTMLLIElement
      item.value = list.start + at
      const state = item.querySelector('b, i')
      return { item, text: rowText(item).toLowerCase(), line: lineOf(item), isOff: state?.localName === 'i' }
    }),
  )
}

function applyFilter(rows: readonly Row[], text: string, onlyEnabled: boolean): number {
  let shown = 0
  for (const { item, text: name, line, isOff } of rows) {
    item.hidden = (onlyEnabled && isOff) || !(name.includes(text) || line === text)
    if (!item.hidden) shown++
  }
  return shown
}

function hideEmptyGroups(section: HTMLElement): void {
  for (const group of section.querySelectorAll<HTMLElement>('.group')) {
    group.hidden = group.querySelector('li') !== null && group.querySelector('li:not([hidden])') === null
  }
}

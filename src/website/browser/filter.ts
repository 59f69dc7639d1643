import { rowText } from './row-text.ts'

/** Has the filter of each long section show only the rows with its text, or only those that are on. */
export function filterRows(): void {
  for (const filter of document.querySelectorAll<HTMLElement>('.filter')) {
    const section = document.getElementById(filter.dataset.part ?? '')
    const [text, onlyEnabled] = filter.querySelectorAll('input')
    const told = filter.querySelector('[role=status]')
    if (section === null || text === undefined || onlyEnabled === undefined) continue
    let rows: Row[] | undefined
    const show = () => {
      rows ??= readRows(section)
      const shown = applyFilter(rows, text.value.trim().toLowerCase(), onlyEnabled.checked)
      hideEmptyGroups(section)
      if (told) told.textContent = shown === rows.length ? '' : `${shown} of ${rows.length} shown`
    }
    filter.addEventListener('input', () => {
      show()
      if (section.getBoundingClientRect().top < 0) section.scrollIntoView() // what is found is above what was looked at
    })
    if (text.value !== '' || onlyEnabled.checked) show() // as the browser restored them
  }
}

interface Row {
  item: HTMLLIElement
  text: string
  isOff: boolean
}

/** A list counts only what it shows: each row is given its number before any of them is hidden. */
function readRows(section: HTMLElement): Row[] {
  return [...section.querySelectorAll<HTMLOListElement>('ol.rows')].flatMap((list) =>
    [...list.children].map((child, at) => {
      const item = child as HTMLLIElement
      item.value = list.start + at
      const state = item.querySelector('b, i')
      return { item, text: rowText(item).toLowerCase(), isOff: state?.localName === 'i' }
    }),
  )
}

function applyFilter(rows: readonly Row[], text: string, onlyEnabled: boolean): number {
  let shown = 0
  for (const { item, text: name, isOff } of rows) {
    item.hidden = (onlyEnabled && isOff) || !name.includes(text)
    if (!item.hidden) shown++
  }
  return shown
}

function hideEmptyGroups(section: HTMLElement): void {
  for (const group of section.querySelectorAll<HTMLElement>('.group')) {
    group.hidden = group.querySelector('li') !== null && group.querySelector('li:not([hidden])') === null
  }
}

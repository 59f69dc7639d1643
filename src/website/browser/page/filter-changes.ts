import { keepInAddress } from './filter.ts'

/** Filters the rows of a comparison by name while the reader types, and hides those that are off. */
export function filterChanges(): void {
  const form = document.querySelector<HTMLFormElement>('form.filter[data-part=changes]')
  if (form === null) return
  const text = form.querySelector<HTMLInputElement>('input[name=q]')
  const off = form.querySelector<HTMLInputElement>('input[name=off]')
  // The server has left out other rows of a filter in the address; only it can bring them back.
  if (text === null || text.value !== '' || off?.checked === true) {
    form.addEventListener('change', () => form.requestSubmit())
    return
  }
  const status = form.querySelector('[role=status]')
  const isPart = document.querySelector('.takes :is(.cut, .pages)') !== null
  let rows: ReturnType<typeof readRows> | undefined
  form.addEventListener('input', () => {
    rows ??= readRows()
    const wanted = text.value.trim().toLowerCase()
    const shown = rows.filter(({ row, name, isOff }) => {
      row.hidden = !name.includes(wanted) || (isOff && off?.checked === true)
      return !row.hidden
    })
    const words = `${shown.length} of ${rows.length} shown${isPart ? '. Press Enter to search all.' : ''}`
    if (status) status.textContent = shown.length === rows.length ? '' : words
    keepInAddress({ q: wanted, off: off?.checked === true ? 'hide' : '' })
  })
  form.addEventListener('submit', (event) => {
    if (!isPart) event.preventDefault()
  })
}

const readRows = () =>
  [...document.querySelectorAll<HTMLTableRowElement>('tr[data-kinds]')].map((row) => ({
    row,
    name: row.querySelector('bdi')?.textContent?.toLowerCase() ?? '',
    isOff: row.className === 'off' && row.dataset.kinds === 'added',
  }))

/**
 * Filters the rows of the open part by text, line ("line 214") and state while the reader types. The filter is part of
 * the page's address, and the server filters likewise.
 */
export function filterRows(): void {
  const form = document.querySelector<HTMLFormElement>('form.filter')
  const section = document.getElementById(form?.dataset.part ?? '')
  const text = form?.querySelector<HTMLInputElement>('input[name=q]')
  if (!form || section === null || !text) return
  const status = form.querySelector('[role=status]')
  const stateOf = () => form.querySelector<HTMLInputElement>('input[name=state]:checked')?.value ?? 'all'
  let rows: Row[] | undefined
  const show = () => {
    rows ??= readRows(section)
    const shown = applyFilter(rows, text.value.trim().toLowerCase(), stateOf())
    hideEmptyGroups(section)
    if (status) status.textContent = shown === rows.length ? '' : `${shown} of ${rows.length} shown`
  }
  form.addEventListener('input', () => {
    show()
    const state = stateOf()
    keepInAddress({ q: text.value.trim(), state: state === 'all' ? '' : state })
    if (section.getBoundingClientRect().top < 0) section.scrollIntoView() // matches may be above the view
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  if (text.value !== '' || stateOf() !== 'all') show()
}

/** Sets query parameters of the page's address. An empty value removes its parameter. */
export function keepInAddress(values: Readonly<Record<string, string>>): void {
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
  state: 'on' | 'off' | ''
}

/** Reads the rows, and sets each row's number, because browsers do not count hidden rows. */
function readRows(section: HTMLElement): Row[] {
  return [...section.querySelectorAll<HTMLOListElement>('ol.rows')].flatMap((list) =>
    [...list.children].map((child, at) => {
      const item = child as HTMLLIElement
      item.value = list.start + at
      const state = item.querySelector('b, i')?.localName
      const word = state === undefined ? '' : state === 'b' ? 'on' : 'off'
      return { item, text: rowText(item).toLowerCase(), line: lineOf(item), state: word }
    }),
  )
}

function applyFilter(rows: readonly Row[], text: string, wanted: string): number {
  let shown = 0
  for (const { item, text: name, line, state } of rows) {
    item.hidden = (wanted !== 'all' && state !== wanted) || !(name.includes(text) || line === text)
    if (!item.hidden) shown++
  }
  return shown
}

function hideEmptyGroups(section: HTMLElement): void {
  for (const group of section.querySelectorAll<HTMLElement>('.group')) {
    group.hidden = group.querySelector('li') !== null && group.querySelector('li:not([hidden])') === null
  }
}

/** Returns the text of a row without its state: the name of a mod or a plugin, or a line. */
export const rowText = (row: Element): string =>
  [...row.childNodes].map((node) => (node instanceof Text || isName(node) ? node.textContent : '')).join('')

/** The links to a line and to the source of a mod have a class, the link of its name has none. */
const isName = (node: Node): boolean => node instanceof HTMLAnchorElement && node.className === ''

/** Returns a row's line in its file ("line 214"), read from the row's id (`modlist.txt-L214`). */
export const lineOf = ({ id }: Element): string => `line ${/-L(\d+)$/.exec(id)?.[1] ?? ''}`

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
  let rows: ReturnType<typeof readChangeRows> | undefined
  form.addEventListener('input', () => {
    rows ??= readChangeRows()
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

const readChangeRows = () =>
  [...document.querySelectorAll<HTMLTableRowElement>('tr[data-kinds]')].map((row) => ({
    row,
    name: row.querySelector('bdi')?.textContent?.toLowerCase() ?? '',
    isOff: row.className === 'off' && row.dataset.kinds === 'added',
  }))

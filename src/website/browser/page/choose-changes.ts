import { keepInAddress } from './filter.ts'

/** Length of the id of a change (src/load-order/merging/ticks.ts). */
const ID_LENGTH = 5

/** Number of ticked rows from which all rows but the others are written, if those are fewer. */
const MANY = 60

/**
 * Keeps the ticks of a comparison in the page's address and in its links, says how many rows are ticked, and lets the box
 * in the table's head tick all rows that are shown. Without scripts the form sends the boxes themselves.
 */
export function chooseChanges(): void {
  const form = document.querySelector<HTMLFormElement>('form.takes')
  const status = form?.querySelector<HTMLElement>('.foot [role=status]')
  if (!form || !status) return
  const all = form.querySelector<HTMLInputElement>('thead input.all')
  const { carried = '', count = '0' } = status.dataset
  let found: ReturnType<typeof elementsOf> | undefined
  /** Returns the boxes and links. They are looked up when first needed, since a page can have thousands of rows. */
  const elements = () => {
    found ??= elementsOf(form)
    return found
  }
  const { state = '' } = form.dataset

  const ticksOf = () => {
    const { rows, kinds } = elements()
    const ticked = rows.filter(({ checked }) => checked)
    const others = rows.filter(({ checked }) => !checked)
    const isWhole = all !== null && all.value !== '' && kinds.length === 0
    const own =
      isWhole && ticked.length > MANY && others.length < ticked.length ? all.value + idsOf(others) : idsOf(ticked)
    const ofKinds = kinds.filter(({ checked }) => checked).map(({ value }) => value)
    const groups = [own, ...ofKinds, carried].filter((group) => group !== '')
    return groups.length === 0 ? '' : [...groups, `~${state}`].join('.')
  }

  const show = () => {
    const { rows, links } = elements()
    const ticked = rows.filter(({ checked }) => checked).length
    // Ticks of rows that the page does not show.
    const elsewhere = Number(count) - rows.filter(({ defaultChecked }) => defaultChecked).length
    status.textContent = `${ticked + elsewhere} ticked`
    if (all !== null) {
      all.checked = ticked === rows.length && ticked > 0
      all.indeterminate = ticked > 0 && ticked < rows.length
    }
    const take = ticksOf()
    keepInAddress({ take })
    for (const link of links) {
      const address = new URL(link.href)
      if (take === '') address.searchParams.delete('take')
      else address.searchParams.set('take', take)
      link.href = address.href
    }
  }

  form.addEventListener('change', ({ target }) => {
    if (target === all) {
      for (const box of elements().rows) if (box.closest('[hidden]') === null) box.checked = all?.checked ?? false
    }
    show()
  })
  form.addEventListener('formdata', ({ formData }) => {
    formData.delete('take')
    const take = ticksOf()
    if (take !== '') formData.set('take', take)
  })
  if (Number(count) > 0) show()
}

const elementsOf = (form: HTMLFormElement) => ({
  rows: [...form.querySelectorAll<HTMLInputElement>('tbody tr[data-kinds] input')],
  kinds: [...form.querySelectorAll<HTMLInputElement>('tr.cut input')],
  links: document.querySelectorAll<HTMLAnchorElement>('.tabs a, .chips a, .cut a, a.copied'),
})

const idsOf = (boxes: readonly HTMLInputElement[]) =>
  boxes
    .map(({ value }) => value)
    .filter((value) => value.length % ID_LENGTH === 0)
    .join('')

import { keepInAddress } from './filter.ts'

/** Length of the id of a change (src/load-order/merging/ticks.ts). */
const ID_LENGTH = 5

/** Number of ticked rows from which all rows but the others are written, if those are fewer. */
const MANY = 60

/** Keeps the ticks of a comparison in its address and links. The head's box ticks all rows that are shown. */
export function chooseChanges(): void {
  const form = document.querySelector<HTMLFormElement>('form.takes')
  const status = form?.querySelector<HTMLElement>('[data-carried]')
  if (!form || !status) return
  const all = form.querySelector<HTMLInputElement>('thead input.all')
  const { carried = '', count = '0' } = status.dataset
  let found: ReturnType<typeof elementsOf> | undefined
  /** Returns the boxes and links. They are looked up when first needed, since a page can have thousands of rows. */
  const elements = () => {
    found ??= elementsOf(form)
    return found
  }
  const { state = '', tab = '' } = form.dataset
  const apply = form.querySelector<HTMLButtonElement>('.foot [type=submit]')

  const ticksOf = () => {
    const { rows, kinds } = elements()
    const ticked = rows.filter(({ checked }) => checked)
    const others = rows.filter(({ checked }) => !checked)
    const isWhole = all !== null && all.value !== '' && kinds.length === 0
    const own =
      isWhole && ticked.length > MANY && others.length < ticked.length ? all.value + idsOf(others) : idsOf(ticked)
    const ofKinds = tickedKinds().map(({ value, dataset }) => value + idsOf(others.filter(isOfKind(dataset.kind))))
    const groups = [own, ...ofKinds, carried].filter((group) => group !== '')
    return groups.length === 0 ? '' : [...groups, `~${state}`].join('.')
  }

  const tickedKinds = () => elements().kinds.filter(({ checked }) => checked)

  const show = () => {
    const { rows, kinds, links } = elements()
    const ticked = rows.filter(({ checked }) => checked).length
    const before = rows.filter(({ defaultChecked }) => defaultChecked).length
    const ofKinds = elsewhere(tickedKinds()) - elsewhere(kinds.filter(({ defaultChecked }) => defaultChecked))
    status.textContent = `${Number(count) + ticked - before + ofKinds} ticked`
    for (const kind of kinds) {
      kind.indeterminate = kind.checked && rows.some((row) => !row.checked && isOfKind(kind.dataset.kind)(row))
    }
    if (all !== null) {
      all.checked = ticked === rows.length && ticked > 0
      all.indeterminate = ticked > 0 && ticked < rows.length
    }
    const take = ticksOf()
    keepInAddress({ take, ...(tab !== '' && { tab }) }) // without a tab, ticks are a suggestion
    const link = new URL(location.pathname, location.origin)
    link.searchParams.set('take', take)
    for (const copy of document.querySelectorAll<HTMLElement>('.title .copy')) {
      copy.dataset.text = take === '' ? location.href : link.href
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('.save [name=take]')) field.value = take
    if (apply) apply.disabled = take === ''
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
    if (target instanceof HTMLInputElement && target.dataset.kind !== undefined) {
      for (const box of elements().rows.filter(isOfKind(target.dataset.kind))) box.checked = target.checked
    }
    show()
  })
  form.addEventListener('formdata', ({ formData }) => {
    formData.delete('take')
    const take = ticksOf()
    if (take !== '') formData.set('take', take)
  })
  if (Number(count) > 0) show()
  else if (apply) apply.disabled = true
}

const elementsOf = (form: HTMLFormElement) => ({
  rows: [...form.querySelectorAll<HTMLInputElement>('tbody tr[data-kinds] input')],
  kinds: [...form.querySelectorAll<HTMLInputElement>('tr.cut input')],
  links: document.querySelectorAll<HTMLAnchorElement>('.tabs a, .chips a, .cut a, .pages a, a.copied, a.carries'),
})

/** Returns a function that tells whether a row's box is of a kind, which is the first of its changes. */
const isOfKind = (kind: string | undefined) => (box: HTMLInputElement) =>
  box.closest('tr')?.dataset.kinds?.split(' ')[0] === kind

/** Returns the number of rows on other pages for which boxes of kinds stand. */
const elsewhere = (kinds: readonly HTMLInputElement[]): number =>
  kinds.reduce((sum, { dataset }) => sum + Number(dataset.elsewhere), 0)

const idsOf = (boxes: readonly HTMLInputElement[]) =>
  boxes
    .map(({ value }) => value)
    .filter((value) => value.length % ID_LENGTH === 0)
    .join('')

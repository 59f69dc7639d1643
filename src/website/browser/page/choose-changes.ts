import { counted } from '../../../text/amounts.ts'

/** Lets the box at a heading choose all changes under it, and says how many changes are chosen. */
export function chooseChanges(): void {
  const form = document.querySelector<HTMLFormElement>('form.take-over')
  if (form === null) return
  const status = form.querySelector('[role=status]')
  const headings = [...form.querySelectorAll<HTMLInputElement>('input[name="all[]"]')]
  const boxesOf = ({ value }: HTMLInputElement) => [
    ...form.querySelectorAll<HTMLInputElement>(`input[name="${value}[]"]`),
  ]
  const show = () => {
    let chosen = 0
    for (const heading of headings) {
      const checked = boxesOf(heading).filter((box) => box.checked).length
      heading.indeterminate = !heading.checked && checked > 0
      chosen += heading.checked ? Number(heading.dataset.count) : checked
    }
    if (status) status.textContent = `${counted(chosen, 'change')} chosen`
  }
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    const heading = headings.find(({ value }) => `${value}[]` === target.name)
    if (heading !== undefined && !target.checked) heading.checked = false
    if (headings.includes(target)) for (const box of boxesOf(target)) box.checked = target.checked
    show()
  })
  // The box of a heading stands for all of its changes, so that their names need not be sent.
  form.addEventListener('formdata', ({ formData }) => {
    for (const kind of formData.getAll('all[]')) formData.delete(`${String(kind)}[]`)
  })
  show()
}

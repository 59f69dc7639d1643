import { element } from './element.ts'

export function clearErrors(form: Element): void {
  for (const error of form.querySelectorAll('.error:not([role]), .problems')) error.remove()
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid')
    describe(field)
  }
}

/** Shows the error of each field below it, as the server's page does, and focuses the first field with an error. */
export function showErrors(form: Element, errors: Record<string, string[]>): void {
  let first: HTMLElement | undefined
  for (const [name, [message = '']] of Object.entries(errors)) {
    const field = document.getElementById(name)
    if (field === null || !form.contains(field)) continue
    field.parentElement?.append(element('span', { className: 'error', id: `${name}-error` }, message))
    field.setAttribute('aria-invalid', 'true')
    describe(field)
    const details = field.closest('details')
    if (details) details.open = true
    first ??= field
  }
  first?.focus()
}

/** Sets aria-describedby to the hint and the error of a field, if they exist. */
function describe(field: Element) {
  const ids = ['hint', 'error']
    .map((kind) => `${field.id}-${kind}`)
    .filter((id) => document.getElementById(id) !== null)
  if (ids.length === 0) field.removeAttribute('aria-describedby')
  else field.setAttribute('aria-describedby', ids.join(' '))
}

import { personalData } from '../../../lists/writing/profile/personal-data.ts'
import { pastedName } from '../../../load-order/reading/pasted-name.ts'
import { element } from '../element.ts'
import { clearErrors, showErrors } from '../form-errors.ts'
import { listWordsOf, logWordsOf, notReadWordsOf } from './logs.ts'

const AND = new Intl.ListFormat('en')

interface PastedFile {
  name: string
  content: Uint8Array<ArrayBuffer>
}

/**
 * Says what a pasted log has, and asks before a text with personal data is sent. Must come before other listeners of the
 * form's submission. Calls `onText` with the text as a file whenever it changes.
 */
export function watchText(form: HTMLFormElement, onText: (file: PastedFile) => void): void {
  const text = form.querySelector<HTMLTextAreaElement>('#text')
  if (text === null) return
  const box = element('input', { type: 'checkbox' })
  const [words, question] = [element('span', { className: 'hint' }), element('span', {})]
  words.role = 'status'
  const label = element('label', { className: 'check', hidden: true }, question, box)
  const keep = element('button', { type: 'button', className: 'plain', hidden: true }, 'Keep as text')
  const name = form.querySelector<HTMLInputElement>('#text_name')
  keep.addEventListener('click', () => {
    if (name) name.value = 'text.txt'
    update()
  })
  name?.addEventListener('input', () => update())
  text.parentElement?.append(words, ' ', keep, label)
  let held = ''

  const update = () => {
    const content = new TextEncoder().encode(text.value)
    const file = { name: name?.value.trim() || pastedName(text.value), content }
    const found = AND.format(personalData(content))
    if (found !== held) box.checked = false
    held = found
    label.hidden = held === ''
    question.textContent = `Upload the text although it holds ${held}`
    const isEmpty = text.value.trim() === ''
    const listed = isEmpty ? undefined : listWordsOf(file)
    keep.hidden = listed === undefined
    words.textContent = listed ?? logWordsOf(file) ?? ((!isEmpty && notReadWordsOf(form, [file])) || '')
    if (!isEmpty) onText(file)
  }
  text.addEventListener('input', update)
  addEventListener('pageshow', update) // the browser restores the text when the user comes back
  form.addEventListener('submit', (event) => {
    if (held === '' || box.checked || event.submitter?.hasAttribute('formaction')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    clearErrors(form)
    showErrors(form, { text: [`This text holds ${held}. Tick the box to upload it anyway.`] })
    box.focus()
  })
}

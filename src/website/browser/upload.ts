import { guessGame } from '../../lists/writing/profile/guess-game.ts'
import { personalData } from '../../lists/writing/profile/personal-data.ts'
import { pastedName } from '../../load-order/reading/read.ts'
import { element } from './element.ts'
import { clearErrors, showErrors } from './form-errors.ts'
import { sessionMark } from './page/header.ts'
import { chooseFiles, guessName, listWordsOf, logWordsOf, notReadWordsOf } from './upload/chosen-files.ts'
import { sendByScript } from './upload/send-form.ts'

const form = document.querySelector<HTMLFormElement>('form.upload')
if (form !== null) {
  form.append(element('input', { type: 'hidden', name: 'with_personal', value: 'asked' })) // below, about each file
  const guessed = { name: '', game: '' }
  watchText(form, (file) => guessGameOf([file]))
  if (!form.classList.contains('edit')) {
    offerOwnership(form)
    sendByScript(form)
  }
  chooseFiles(form, ({ path, files }) => {
    if (!form.classList.contains('edit')) guess('name', guessName(path))
    guessGameOf(files)
  })

  function guessGameOf(files: Parameters<typeof guessGame>[0]) {
    if (form?.classList.contains('edit') !== false) return
    const game = guessGame(files)
    const option = [...form.querySelectorAll('option')].find(({ text, value }) => [text, value].includes(game ?? ''))
    guess('game', option?.value ?? '')
  }

  /** Puts a guess into a field that is empty or has the last guess. Never replaces what the user typed. */
  function guess(name: 'name' | 'game', value: string) {
    const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`form.upload #${name}`)
    if (field === null || value === '' || (field.value !== '' && field.value !== guessed[name])) return
    guessed[name] = value
    field.value = value
  }
}

/** Shows the choices of signed-in people in the cached upload form, which is the same for everybody. */
function offerOwnership(form: HTMLFormElement) {
  const own = form.querySelector<HTMLElement>('.own')
  if (own === null || !own.hidden || sessionMark() === undefined) return
  own.hidden = false
  const shownTo = own.querySelector<HTMLInputElement>('[name=signed_in_as]')
  if (shownTo !== null) shownTo.disabled = false
  const expires = form.querySelector<HTMLSelectElement>('#expires')
  if (expires !== null && form.querySelector('.problems') === null) expires.value = 'perm'
}

const AND = new Intl.ListFormat('en')

interface PastedFile {
  name: string
  content: Uint8Array<ArrayBuffer>
}

/**
 * Says what a pasted log has, and asks before personal data is sent. Must come before other listeners of the
 * submission. Calls `onText` whenever the text changes.
 */
function watchText(form: HTMLFormElement, onText: (file: PastedFile) => void): void {
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

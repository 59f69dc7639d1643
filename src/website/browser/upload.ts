import { guessGame } from '../../lists/writing/profile/guess-game.ts'
import { element } from './element.ts'
import { forgetWhenGone, keptKey, keptKeys } from './owner-key.ts'
import { sessionMark } from './page/header.ts'
import { sayWhenSaved } from './page/saved.ts'
import { forTab } from './storage.ts'
import { chooseFiles } from './upload/chosen-files.ts'
import { guessName } from './upload/guess.ts'
import { watchText } from './upload/pasted-text.ts'
import { sendByScript } from './upload/send-form.ts'

const TOKEN = 'token'
const keyForm = document.querySelector<HTMLFormElement>('form.key')
if (keyForm !== null) {
  // The form for a hidden or missing list. Only the address has the slug.
  const parts = location.pathname.split('/')
  fillField(keyForm, 'owner_key', keptKeys().find(({ slug }) => parts.includes(slug))?.key ?? null)
}

const form = document.querySelector<HTMLFormElement>('form.upload')
if (form !== null) {
  form.querySelector<HTMLElement>('.problems')?.focus()
  form.append(element('input', { type: 'hidden', name: 'with_personal', value: 'asked' })) // below, about each file
  const guessed = { name: '', game: '' }
  watchText(form, (file) => guessGameOf([file]))
  if (form.classList.contains('edit')) fillKey(form)
  else {
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

/**
 * Fills in the secret: this tab's API token if the list has an author, otherwise the owner key that this browser keeps.
 */
function fillKey(form: HTMLFormElement) {
  const { slug = '', created = '', author } = form.dataset
  fillField(form, 'owner_key', author === undefined ? keptKey({ slug, created }) : forTab.get(TOKEN))
  form.addEventListener('submit', ({ submitter }) => {
    if (submitter?.hasAttribute('formaction')) forgetWhenGone({ slug, created })
    else sayWhenSaved(new URL(form.action).pathname.replace(/\/(?:lists|compare)\/.*$/, `/lists/${slug}`))
    const value = form.querySelector<HTMLInputElement>('#owner_key')?.value.trim() ?? ''
    if (value.startsWith('mlc_')) forTab.set(TOKEN, value)
  })
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

function fillField(form: HTMLFormElement, name: string, value: string | null) {
  const field = form.querySelector<HTMLInputElement>(`#${name}`)
  if (field !== null && value !== null) field.value = value
}

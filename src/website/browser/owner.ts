import './page.ts'
import { forgetWhenGone, keptKey, keptKeys } from './owner-key.ts'
import { forTab, sayWhenSaved } from './storage.ts'
import { offerToWrite } from './upload/write-folder.ts'

const TOKEN = 'token'

document.querySelector<HTMLElement>('form .problems')?.focus()
fillKeys()
offerToWrite()

/** Fills in the key for editing where a form asks for it. */
function fillKeys(): void {
  const keyForm = document.querySelector<HTMLFormElement>('form.key')
  const form = document.querySelector<HTMLFormElement>('form.edit')
  // The form for a hidden or missing list. Only the address has the slug.
  const parts = location.pathname.split('/')
  if (keyForm !== null)
    fillField(keyForm, 'owner_key', keptKeys().find(({ slug }) => parts.includes(slug))?.key ?? null)
  if (form !== null) fillKey(form)
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

function fillField(form: HTMLFormElement, name: string, value: string | null) {
  const field = form.querySelector<HTMLInputElement>(`#${name}`)
  if (field !== null && value !== null) field.value = value
}

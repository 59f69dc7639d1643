import { pastedName, UNKNOWN } from '../../../load-order/reading/read.ts'
import { excessText, withSizeText } from '../../../text/amounts.ts'
import { clearErrors, showErrors } from '../form-errors.ts'
import { canKeep, leaveForPage } from '../owner-key.ts'
import { sessionMark } from '../page/header.ts'
import { limitsOf } from './chosen-files.ts'

interface Answer {
  data?: { slug: string; created: string }
  message?: string
  errors?: Record<string, string[]>
}

const NOTHING = 'Choose at least one file, or paste text.'
const UNREACHABLE = 'The server could not be reached. Nothing was lost: try again.'
const FILES = 'files[]'

/** Sends the upload form by script: shows progress, then opens the list, or shows errors and keeps the chosen files. */
export function sendByScript(form: HTMLFormElement): void {
  const progress = form.querySelector('progress')
  const status = form.querySelector('.actions [role=status]')
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  const api = form.dataset.api
  if (progress === null || status === null || button === null || api === undefined) return

  form.addEventListener('submit', (event) => {
    if (!canKeep()) return // the plain form is sent, and the server shows the key
    event.preventDefault()
    const { body, pasted } = bodyOf(form)
    const { maxFileBytes } = limitsOf(form)
    clearErrors(form)
    if (!body.has(FILES)) return showErrors(form, { files: [NOTHING] })
    if (pasted !== undefined && pasted.size > maxFileBytes)
      return showErrors(form, { text: [`This text is ${excessText(pasted.size, maxFileBytes)}.`] })

    const request = new XMLHttpRequest()
    // The API has no sessions, so the list of a user who is or was signed in is sent to the website.
    request.open('POST', sessionMark() !== undefined || body.has('signed_in_as') ? form.action : api)
    request.responseType = 'json' // null for any other response
    request.setRequestHeader('Accept', 'application/json')
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      progress.value = loaded / total
      status.textContent = `Uploading: ${Math.floor((100 * loaded) / total)} %`
    })
    request.addEventListener('loadend', () => {
      button.disabled = false
      button.focus() // disabling the button has removed the focus
      progress.hidden = true
      status.textContent = ''
      finish(request)
    })
    button.disabled = true
    progress.hidden = false
    status.textContent = 'Uploading…'
    request.send(body)
  })

  function finish(request: XMLHttpRequest) {
    const { data, message, errors } = (request.response ?? {}) as Answer
    if (request.status === 201 && data !== undefined) {
      leaveForPage(data, request.getResponseHeader('owner-key'))
      location.assign(form.action.replace(/upload$/, `lists/${data.slug}`))
      return
    }
    if (errors !== undefined) return showErrors(form, errors)
    if (status) status.textContent = withSizeText(message ?? UNREACHABLE)
  }
}

/** Returns the form as the API takes it, with the pasted text as a file. */
function bodyOf(form: HTMLFormElement): { body: FormData; pasted: File | undefined } {
  const body = new FormData(form)
  const take = (field: string) => {
    const value = String(body.get(field) ?? '')
    body.delete(field)
    return value
  }
  const [text, name] = [take('text'), take('text_name').trim()]
  const [file] = body.getAll(FILES)
  if (file instanceof File && file.name === '') body.delete(FILES) // an empty field has a file without a name
  const pasted = text.trim() === '' ? undefined : new File([text], name || pastedName(text))
  // The server may know the names of an unknown text.
  if (pasted !== undefined && name === '' && pasted.name === UNKNOWN) body.append('text', text)
  else if (pasted !== undefined) body.append(FILES, pasted)
  return { body, pasted }
}

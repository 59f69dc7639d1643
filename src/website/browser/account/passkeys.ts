import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { clearErrors, showErrors } from '../form-errors.ts'

type Options = PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON

/** Makes each passkey form fetch a challenge, and have the browser sign it, before the form is sent. */
export function askForPasskeys(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.passkey')) {
    const button = form.querySelector<HTMLButtonElement>('[type=submit]')
    const response = form.querySelector<HTMLInputElement>('[name=response]')
    const status = form.querySelector('[role=status]')
    if (button === null || response === null) continue
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      clearErrors(form)
      const say = (text: string) => {
        if (status) status.textContent = text
      }
      say('')
      button.disabled = true
      try {
        const options = await optionsFor(form, say)
        if (options === undefined) return
        response.value = JSON.stringify(
          'rp' in options
            ? await startRegistration({ optionsJSON: options })
            : await startAuthentication({ optionsJSON: options }),
        )
        form.submit()
      } catch (error) {
        say(reasonOf(error))
      } finally {
        button.disabled = false
      }
    })
  }
}

async function optionsFor(form: HTMLFormElement, say: (text: string) => void): Promise<Options | undefined> {
  const answer = await fetch(form.dataset.options ?? '', {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(new FormData(form))),
  })
  const body = await answer.json()
  if (answer.ok) return body as Options
  if (body.errors?.name !== undefined) showErrors(form, body.errors)
  else say(body.message ?? 'Something went wrong. Try again.')
  return undefined
}

/** Returns an error of the passkey API as a message. Browsers say little about it. */
function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'Nothing was chosen. Try again when you are ready.'
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'TypeError') return 'The server could not be reached. Try again.'
  return 'This browser could not use a passkey here.'
}

import './page.ts'
import { offerClaims } from './account/claims.ts'
import { askForPasskeys } from './account/passkeys.ts'

askForPasskeys()
void offerClaims()
fillCode()
document.querySelector<HTMLElement>('.problems')?.focus()

/**
 * Moves the code of an operator's link from the fragment of the address, which no server or log sees, into the field.
 */
function fillCode() {
  const field = document.querySelector<HTMLInputElement>('form.recover #code')
  if (field === null || location.hash === '') return
  field.value = location.hash.slice(1)
  history.replaceState(history.state, '', location.pathname + location.search)
}

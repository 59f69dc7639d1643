import './page.ts'
import { offerClaims } from './claims.ts'
import { askForPasskeys } from './passkeys.ts'

askForPasskeys()
offerClaims()
fillCode()
document.querySelector<HTMLElement>('.problems')?.focus()

/** Fills in the code that an operator's link has behind its #, where no server and no log sees it, and takes it out of the address. */
function fillCode() {
  const field = document.querySelector<HTMLInputElement>('form.recover #code')
  if (field === null || location.hash === '') return
  field.value = location.hash.slice(1)
  history.replaceState(history.state, '', location.pathname + location.search)
}

import './page.ts'
import { askForPasskeys } from './account/passkeys.ts'
import { element } from './element.ts'
import { forgetKey } from './owner-key.ts'
import { linkTo, listsOfBrowser } from './page/own-lists.ts'

askForPasskeys()
void offerClaims()
fillCode()
document.querySelector<HTMLElement>('.problems')?.focus()

/** Moves the code of an operator's link from the fragment, which no server sees, into the field. */
function fillCode() {
  const field = document.querySelector<HTMLInputElement>('form.recover #code')
  if (field === null || location.hash === '') return
  field.value = location.hash.slice(1)
  history.replaceState(history.state, '', location.pathname + location.search)
}

/** Offers to give the account the lists whose owner keys this browser keeps, and names them. */
async function offerClaims(): Promise<void> {
  const offer = document.querySelector<HTMLElement>('.claims')
  const button = offer?.querySelector('button')
  if (!offer || !button) return
  const lists = await listsOfBrowser()
  if (lists.length === 0) return
  const count = offer.querySelector('.count')
  if (count) count.textContent = lists.length === 1 ? '1 list' : `${lists.length} lists`
  offer
    .querySelector('ul')
    ?.append(
      ...lists.map(({ slug, name, private: isUnlisted }) =>
        element('li', {}, linkTo(slug, name), isUnlisted ? ' (unlisted)' : ''),
      ),
    )
  offer.hidden = false
  button.addEventListener('click', async () => {
    button.disabled = true
    const status = offer.querySelector('[role=status]')
    const expires = offer.querySelector('input')?.checked ? 'perm' : ''
    let claimed = 0
    for (const list of lists) {
      if (status) status.textContent = `${claimed} of ${lists.length}`
      const body = new URLSearchParams({ slug: list.slug, owner_key: list.key, expires })
      const request = { method: 'POST', headers: { Accept: 'application/json' }, body }
      const answer = await fetch(button.dataset.claim ?? '', request).catch(() => undefined)
      if (answer?.ok === true) claimed++
      // The list was deleted or has an author: its key no longer works.
      if (answer?.ok === true || answer?.status === 404) forgetKey(list)
    }
    location.reload()
  })
}

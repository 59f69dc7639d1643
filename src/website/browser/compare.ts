import './page.ts'
import { findLists } from './compare/find-lists.ts'
import { compareFolder } from './compare/folder.tsx'
import { suggestValues } from './suggestions.ts'

const form = document.querySelector<HTMLFormElement>('form.chooser')
if (form !== null) {
  const api = new URL('v1/', new URL('.', form.action))
  for (const field of form.querySelectorAll<HTMLInputElement>('input[name^=list]')) {
    suggestValues(field, (typed, signal) => findLists(api, form.dataset.game, typed, signal))
  }
  compareFolder(form, api)
}

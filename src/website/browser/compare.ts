import './page.ts'
import { checkMine } from './compare/check.tsx'
import { findLists } from './compare/find-lists.ts'
import { compareFolder } from './compare/folder.tsx'
import { suggestValues } from './suggestions.ts'

const check = document.querySelector<HTMLFormElement>('form.check-mine')
if (check !== null) checkMine(check)

const form = document.querySelector<HTMLFormElement>('form.chooser')
if (form !== null) {
  const api = new URL('v1/', new URL('.', form.action))
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[name^=list]')]
  for (const field of fields) {
    suggestValues(field, (typed, signal) => {
      const other = fields.find((one) => one !== field)?.value.trim() ?? ''
      return findLists(api, { game: form.dataset.game, other }, typed, signal)
    })
  }
  compareFolder(form, api)
}

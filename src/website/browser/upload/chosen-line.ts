import type { ProfileFile } from '../../../lists/writing/profile/profile.ts'
import { readLoadOrder } from '../../../load-order/reading/read.ts'
import { counted } from '../../../text/amounts.ts'
import { element } from '../element.ts'
import { guessName } from './guess.ts'
import { textIn } from './logs.ts'

/**
 * Folds the place to drop files, whose one line then says what will be uploaded: "Wildlander: 9 files, 568 mods,
 * 349 plugins, TESV Skyrim SE". `path` is the folder's path; it is empty for single files.
 */
export function foldToLine(form: HTMLFormElement, path: readonly string[], files: readonly ProfileFile[]): void {
  const place = form.querySelector<HTMLDetailsElement>('details.drop')
  const summary = place?.querySelector('summary')
  if (!place || !summary) return
  const hadFocus = place.contains(document.activeElement)
  summary.replaceChildren(element('strong', {}, lineOf(form, path, files)))
  place.open = false
  if (hadFocus) summary.focus() // a field in a folded place cannot have the focus
}

function lineOf(form: HTMLFormElement, path: readonly string[], files: readonly ProfileFile[]): string {
  const { mods, plugins } = readLoadOrder(
    files.map(({ name, content }) => ({ name, text: textIn(content) })),
    { withSources: false },
  )
  const game = form.querySelector<HTMLSelectElement>('#game')
  const parts = [
    counted(files.length, 'file'),
    mods === null ? '' : counted(mods.filter(({ kind }) => kind !== 'separator').length, 'mod'),
    plugins === null ? '' : counted(plugins.length, 'plugin'),
    game?.value ? (game.selectedOptions[0]?.text ?? '') : '',
  ]
  const name = path.length === 0 ? '' : `${guessName(path)}: `
  return name + parts.filter(Boolean).join(', ')
}

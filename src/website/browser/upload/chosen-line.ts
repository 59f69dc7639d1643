import { textIn } from '../../../lists/writing/profile/guess-game.ts'
import type { ProfileFile } from '../../../lists/writing/profile/profile.ts'
import { placeText } from '../../../load-order/comparing/log-changes.ts'
import { readLoadOrder } from '../../../load-order/reading/read.ts'
import { counted } from '../../../text/amounts.ts'
import { element } from '../element.ts'
import { guessName } from './guess.ts'
import { notReadWordsOf } from './logs.ts'

/**
 * Folds the place to drop files, whose one line then says what will be uploaded: "Wildlander  568 mods · 349 plugins".
 * `path` is the folder's path; it is empty for single files.
 */
export function foldToLine(form: HTMLFormElement, path: readonly string[], files: readonly ProfileFile[]): void {
  const place = form.querySelector<HTMLDetailsElement>('details.drop')
  const summary = place?.querySelector('summary')
  if (!place || !summary) return
  const hadFocus = place.contains(document.activeElement)
  const name = path.length === 0 ? counted(files.length, 'file') : guessName(path)
  summary.replaceChildren(
    element('strong', {}, element('bdi', {}, name)),
    ' ',
    element('span', { className: 'meta' }, notReadWordsOf(form, files) ?? contentOf(files)),
    ' ',
    element('u', {}, 'choose again'),
  )
  place.open = false
  if (hadFocus) summary.focus() // a field in a folded place cannot have the focus
}

function contentOf(files: readonly ProfileFile[]): string {
  const { mods, plugins, settings, log } = readLoadOrder(
    files.map(({ name, content }) => ({ name, text: textIn(content) })),
    { withSources: false },
  )
  const set = settings.reduce((sum, { settings }) => sum + settings.length, 0)
  const place = placeText(log?.at ?? null)
  return [
    mods === null ? '' : counted(mods.filter(({ kind }) => kind !== 'separator').length, 'mod'),
    plugins === null ? '' : counted(plugins.length, 'plugin'),
    set === 0 ? '' : counted(set, 'setting'),
    log === null ? '' : `a crash log${place === null ? '' : ` (${place})`}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

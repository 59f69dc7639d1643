import type { Profile, ProfileFile } from '../../../lists/writing/profile/profile.ts'
import { counted, sizeText } from '../../../text/amounts.ts'
import { element } from '../element.ts'

const AND = new Intl.ListFormat('en')

/**
 * Shows which files will be uploaded. Files with personal data have a box each, which is not ticked. Calls `onTicked`
 * with the files to upload, now and at each tick.
 */
export function showFiles(
  form: HTMLFormElement,
  { files, skipped }: Profile,
  onTicked: (files: readonly ProfileFile[]) => void,
): void {
  const [status, held, place] = ['.sum', '.held', '.chosen'].map((one) => form.querySelector<HTMLElement>(one))
  if (!status || !held || !place) return
  const boxes = files.map(boxFor)
  const personal = boxes.filter(isPersonal)
  const others = boxes.filter((box) => !isPersonal(box))

  const update = () => {
    const uploaded = boxes.filter(({ box }) => box.checked).map(({ file }) => file)
    for (const { file, box, state } of others) state.textContent = stateOf(file, box.checked)
    status.textContent = sumOf(uploaded.length, files.length + skipped.length)
    held.hidden = personal.length === 0
    held.firstElementChild?.replaceChildren(...heldWords(personal.filter(({ box }) => !box.checked).length))
    onTicked(uploaded)
  }
  held.replaceChildren(element('p', {}), ...personal.map(({ label }) => label))
  held.onchange = update

  const headings = ['Name', 'State'].map((text) => element('th', { scope: 'col' }, text))
  const rows = [
    ...skipped.map(({ name, reason }) =>
      element('tr', {}, element('td', {}, name), element('td', {}, `skipped: ${reason}`)),
    ),
    ...others.map(({ label, state }) => element('tr', {}, element('td', {}, label), state)),
  ]
  const table = element(
    'table',
    { onchange: update },
    element('thead', {}, element('tr', {}, ...headings)),
    element('tbody', {}, ...rows),
  )
  place.role = 'region'
  place.ariaLabel = 'What will be uploaded'
  place.tabIndex = 0 // a long table scrolls, so the keyboard must reach it
  place.replaceChildren(table)
  const fold = place.closest('details')
  if (fold !== null) Object.assign(fold, { hidden: rows.length === 0, open: false })
  update()
}

interface Box {
  file: ProfileFile
  box: HTMLInputElement
  state: HTMLElement
  label: HTMLElement
}

/** Returns the checkbox of a file with its label, and the cell of its state. */
function boxFor(file: ProfileFile): Box {
  const { name, personal } = file
  const box = element('input', { type: 'checkbox', checked: personal.length === 0 })
  const why = personal.length === 0 ? [] : [' ', element('span', { className: 'hint' }, `(${AND.format(personal)})`)]
  const label = element('label', { className: 'check' }, element('span', {}, name, ...why), box)
  return { file, box, state: element('td', {}), label }
}

const isPersonal = ({ file: { personal } }: Box) => personal.length > 0

const stateOf = ({ content }: ProfileFile, isTicked: boolean): string =>
  isTicked ? `goes along, ${sizeText(content.length)}` : 'skipped: you left it out'

function sumOf(uploaded: number, total: number): string {
  if (total === 0) return ''
  const go = uploaded === 1 ? 'goes' : 'go'
  return uploaded === total
    ? `${counted(total, 'file')} ${go} along.`
    : `${uploaded} of ${counted(total, 'file')} ${go} along.`
}

function heldWords(kept: number): (string | Node)[] {
  if (kept === 0) return ['Files with personal data go along, as you ticked:']
  const stays = kept === 1 ? 'stays' : 'stay'
  const hold = kept === 1 ? 'it holds' : 'they hold'
  return [
    element('strong', {}, `${counted(kept, 'file')} ${stays} here`),
    `, because ${hold} personal data. Tick what you want to share anyway:`,
  ]
}

import type { Profile, ProfileFile } from '../../../lists/writing/profile/profile.ts'
import { counted, sizeText } from '../../../text/amounts.ts'
import { element } from '../element.ts'
import { logWordsOf } from './logs.ts'

const AND = new Intl.ListFormat('en')

/** Number of logs whose contents are told. A folder can have many. */
const MAX_LOGS = 3

/**
 * Shows a table of a profile's files: first those with personal data, whose boxes are not ticked, then skipped files,
 * then the others. The table is folded unless a file needs a decision. Calls `onTicked` with the files to upload, now
 * and whenever a box is ticked or unticked.
 */
export function showFiles(
  form: HTMLFormElement,
  { files, skipped }: Profile,
  onTicked: (files: readonly ProfileFile[]) => void,
): void {
  const [status, place] = form.querySelectorAll<HTMLElement>('.sum, .chosen')
  if (status === undefined || place === undefined) return
  const boxes = files.map(boxFor)
  const personal = boxes.filter(isPersonal)
  const others = boxes.filter((box) => !isPersonal(box))

  const logs = files.flatMap((file) => logWordsOf(file) ?? []).slice(0, MAX_LOGS)

  const update = () => {
    const uploaded = boxes.filter(({ box }) => box.checked).map(({ file }) => file)
    for (const { file, box, state } of boxes) state.textContent = stateOf(file, box.checked)
    const warnings = personal.filter(({ box }) => !box.checked).map(warningOf)
    status.textContent = [sumOf(uploaded.length, files.length + skipped.length), ...logs, ...warnings].join(' ')
    onTicked(uploaded)
  }
  const headings = ['Name', 'State'].map((text) => element('th', { scope: 'col' }, text))
  const rows = [
    ...personal.map(({ row }) => row),
    ...skipped.map(({ name, reason }) =>
      element('tr', {}, element('td', {}, name), element('td', {}, `skipped: ${reason}`)),
    ),
    ...others.map(({ row }) => row),
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
  if (fold !== null) Object.assign(fold, { hidden: rows.length === 0, open: personal.length > 0 })
  update()
}

interface Box {
  file: ProfileFile
  box: HTMLInputElement
  state: HTMLElement
  row: HTMLElement
}

/** Returns the row of a file, with its checkbox and the cell of its state. */
function boxFor(file: ProfileFile): Box {
  const box = element('input', { type: 'checkbox', checked: file.personal.length === 0 })
  const state = element('td', {})
  const label = element('label', { className: 'check' }, file.name, box)
  return { file, box, state, row: element('tr', {}, element('td', {}, label), state) }
}

const isPersonal = ({ file: { personal } }: Box) => personal.length > 0

function stateOf({ content, personal }: ProfileFile, isTicked: boolean): string {
  const held = personal.length === 0 ? '' : `holds ${AND.format(personal)}`
  if (isTicked) return ['will be uploaded', sizeText(content.length), held].filter(Boolean).join(', ')
  return held === '' ? 'skipped: you left it out' : `skipped: ${held}`
}

function sumOf(uploaded: number, total: number): string {
  if (total === 0) return ''
  if (uploaded === total) return `${counted(total, 'file')} will be uploaded.`
  return `${uploaded} of ${counted(total, 'file')} will be uploaded, ${total - uploaded} skipped.`
}

const warningOf = ({ file: { name, personal } }: Box): string =>
  `${name} holds ${AND.format(personal)}. Tick it to upload it anyway.`

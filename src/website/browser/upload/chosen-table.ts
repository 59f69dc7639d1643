import type { Profile, ProfileFile } from '../../../lists/writing/profile/profile.ts'
import { counted, sizeText } from '../../../text/amounts.ts'

const AND = new Intl.ListFormat('en')

/**
 * Shows a table of a profile's files: first those with personal data, whose boxes are not ticked, then skipped files,
 * then the others. Calls `onTicked` with the files to upload, now and whenever a box is ticked or unticked.
 */
export function showFiles(
  form: HTMLFormElement,
  { files, skipped }: Profile,
  onTicked: (files: readonly ProfileFile[]) => void,
): void {
  const [status, place] = form.querySelectorAll<HTMLElement>('.sum, .chosen')
  if (status === undefined || place === undefined) return
  const shown = [...files].sort((one, other) => other.personal.length - one.personal.length)
  const boxes = shown.map((file, index) => boxFor(file, `upload-${index}`))
  const rows = boxes.map(({ content }) => row('td', content, ''))
  const firstPlain = boxes.filter(({ file }) => file.personal.length > 0).length

  const update = () => {
    const uploaded = boxes.filter(({ box }) => box.checked).map(({ file }) => file)
    for (const [index, { file, box }] of boxes.entries()) {
      const state = rows[index]?.cells[1]
      if (state) state.textContent = stateOf(file, box.checked)
    }
    status.textContent = [sumOf(uploaded.length, files.length + skipped.length), ...boxes.flatMap(warningOf)].join(' ')
    onTicked(uploaded)
  }
  const table = document.createElement('table')
  table.createCaption().textContent = 'What will be uploaded'
  table.createTHead().append(row('th', 'Name', 'State'))
  table
    .createTBody()
    .append(
      ...rows.slice(0, firstPlain),
      ...skipped.map(({ name, reason }) => row('td', name, `skipped: ${reason}`)),
      ...rows.slice(firstPlain),
    )
  table.addEventListener('change', update)
  place.setAttribute('role', 'region')
  place.setAttribute('aria-label', 'What will be uploaded')
  place.tabIndex = 0 // a long table scrolls, so the keyboard must reach it
  place.replaceChildren(...(rows.length + skipped.length > 0 ? [table] : []))
  update()
}

interface Box {
  file: ProfileFile
  box: HTMLInputElement
  content: HTMLElement
}

/** Returns the checkbox of a file, labelled with the file's name. */
function boxFor(file: ProfileFile, id: string): Box {
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.id = id
  box.checked = file.personal.length === 0
  const label = document.createElement('label')
  label.htmlFor = id
  label.textContent = file.name
  const content = document.createElement('div')
  content.className = 'check'
  content.append(label, box)
  return { file, box, content }
}

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

const warningOf = ({ file: { name, personal }, box }: Box): string[] =>
  personal.length === 0 || box.checked ? [] : [`${name} holds ${AND.format(personal)}. Tick it to upload it anyway.`]

function row(cell: 'td' | 'th', ...contents: (string | Node)[]): HTMLTableRowElement {
  const made = document.createElement('tr')
  for (const content of contents) {
    const element = document.createElement(cell)
    if (cell === 'th') element.scope = 'col'
    element.append(content)
    made.append(element)
  }
  return made
}

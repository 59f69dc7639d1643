import type { UploadLimits } from '../../../limits/upload-limits.ts'
import { chooseProfile, type Profile } from '../../../lists/writing/profile.ts'
import { isBinary } from '../../../text/binary.ts'
import { type Chosen, chosenEntries, droppedEntries } from './entries.ts'

/**
 * Has what is dropped anywhere on the page, or chosen in a form's fields, put into its files as it is in that moment, and
 * shows of every file whether it is taken. The server is sent nothing by that.
 */
export function chooseFiles(form: HTMLFormElement, told: (chosen: Chosen, profile: Profile) => void): void {
  const files = form.querySelector<HTMLInputElement>('#files')
  const folder = form.querySelector<HTMLInputElement>('#folder')
  const place = form.querySelector('.drop')
  if (files === null || folder === null || place === null) return
  let latest = 0

  async function take(found: Promise<Chosen> | Chosen, fields: { files: HTMLInputElement }) {
    const own = ++latest
    const chosen = await found
    const profile = await chooseProfile(chosen.entries, limitsOf(form), (content) => isBinary(content))
    if (own !== latest) return // something else was chosen meanwhile
    const taken = new DataTransfer()
    for (const { name, content } of profile.taken) taken.items.add(new File([content], name))
    fields.files.files = taken.files
    showChosen(form, profile)
    form.classList.add('chosen-some')
    told(chosen, profile)
  }

  for (const field of [files, folder]) {
    field.addEventListener('change', () => {
      if (field.files !== null && field.files.length > 0) void take(chosenEntries(field.files), { files })
    })
  }
  form.querySelector('#text')?.addEventListener('input', () => form.classList.add('chosen-some'))
  // A browser that comes back to the page has put the files into their fields again, but not what was made of them.
  addEventListener('pageshow', () => {
    const field = [folder, files].find(({ files }) => (files?.length ?? 0) > 0)
    if (field?.files && !form.classList.contains('chosen-some')) void take(chosenEntries(field.files), { files })
  })
  for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'] as const) {
    document.addEventListener(type, (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault() // the browser would open the file
      place.classList.toggle('over', type === 'dragenter' || type === 'dragover')
      if (type !== 'drop') return
      folder.value = ''
      void take(droppedEntries(event.dataTransfer), { files })
    })
  }
}

function limitsOf({ dataset }: HTMLFormElement): UploadLimits {
  const [maxFiles = 0, maxFileBytes = 0, maxBodyBytes = 0] = (dataset.limits ?? '').split(' ').map(Number)
  return { maxFiles, maxFileBytes, maxBodyBytes }
}

function showChosen(form: HTMLFormElement, { taken, left }: Profile) {
  const [status, place] = form.querySelectorAll('.sum, .chosen')
  if (status === undefined || place === undefined) return
  const total = taken.length + left.length
  status.textContent =
    left.length === 0 ? `All ${total} are taken.` : `${taken.length} of ${total} are taken, ${left.length} left out.`
  const rows = [
    ...taken.map(({ name, content }) => row('td', name, `taken, ${content.length.toLocaleString('en')} bytes`)),
    ...left.map(({ name, reason }) => row('td', name, `left: ${reason}`)),
  ]
  const table = document.createElement('table')
  const caption = table.createCaption()
  caption.textContent = 'What is sent, and what is not'
  table.createTHead().append(row('th', 'Name', 'State'))
  table.createTBody().append(...rows)
  place.setAttribute('role', 'region')
  place.setAttribute('aria-label', 'What is sent')
  if (place instanceof HTMLElement) place.tabIndex = 0 // it may be longer than the window, and scrolls by itself
  place.replaceChildren(table)
}

function row(cell: 'td' | 'th', ...texts: string[]): HTMLTableRowElement {
  const made = document.createElement('tr')
  for (const text of texts) {
    const element = document.createElement(cell)
    if (cell === 'th') element.scope = 'col'
    element.textContent = text
    made.append(element)
  }
  return made
}

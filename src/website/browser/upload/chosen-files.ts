import type { UploadLimits } from '../../../http/request/upload.ts'
import { textIn } from '../../../lists/writing/profile/guess-game.ts'
import {
  chooseProfile,
  type Profile,
  type ProfileEntry,
  type ProfileFile,
} from '../../../lists/writing/profile/profile.ts'
import { placeText } from '../../../load-order/comparing/log-changes.ts'
import { readLoadOrder } from '../../../load-order/reading/read.ts'
import { logSummary } from '../../../load-order/rendering/crash.ts'
import { isUnread, listWords, notReadWords } from '../../../load-order/rendering/notes.ts'
import { counted } from '../../../text/amounts.ts'
import { isBinary } from '../../../text/binary.ts'
import { element } from '../element.ts'
import { showFiles } from './chosen-table.ts'
import { DROPPED_EARLY, type DroppedItem, droppedItems } from './dropped-items.ts'
import { type Chosen, chosenEntries, droppedEntries, type Folder, ofFolder, profilesIn } from './entries.ts'

interface ChosenProfile extends Profile {
  path: readonly string[]
}

/**
 * Takes files and folders that are dropped or chosen, reads them at once, puts them into the form's file field, and
 * shows which will be uploaded. Nothing is sent until the form is submitted.
 */
export function chooseFiles(form: HTMLFormElement, onChosen: (profile: ChosenProfile) => void): void {
  const files = form.querySelector<HTMLInputElement>('#files')
  const folder = form.querySelector<HTMLInputElement>('#folder')
  const place = form.querySelector('.drop')
  const several = form.querySelector<HTMLElement>('.several')
  const field = several?.querySelector('select')
  if (files === null || folder === null || place === null || !several || !field) return
  let latest = 0
  let profiles: Folder[] = []

  async function take(found: Promise<Chosen> | Chosen) {
    const own = ++latest
    const chosen = await found
    const candidates = (await Promise.all(chosen.folders.map(profilesIn))).flat()
    if (own !== latest) return // something else was chosen meanwhile
    profiles = candidates
    if (several) several.hidden = profiles.length < 2
    if (profiles.length < 2) return show(own, pathOf(chosen, profiles[0]), entriesOf(chosen, profiles[0]))
    field?.replaceChildren(
      new Option(`Choose one of ${profiles.length}`, ''),
      ...profiles.map(({ path }, index) => new Option(path.at(-1), String(index))),
    )
    return show(own, [], [])
  }

  async function show(own: number, path: readonly string[], entries: readonly ProfileEntry[]) {
    let isFolded = false
    const profile = await chooseProfile(entries, limitsOf(form), (content) => isBinary(content))
    if (own !== latest) return
    let uploaded: readonly ProfileFile[] = []
    showFiles(form, profile, (ticked) => {
      uploaded = ticked
      const transfer = new DataTransfer()
      for (const { name, content } of ticked) transfer.items.add(new File([content], name))
      if (files) files.files = transfer.files
      if (isFolded) foldToLine(form, path, ticked)
    })
    if (entries.length === 0) return
    form.classList.add('chosen-some')
    onChosen({ ...profile, path })
    isFolded = true
    foldToLine(form, path, uploaded)
  }

  field.addEventListener('change', () => {
    const profile = profiles[Number(field.value || -1)]
    void show(++latest, profile?.path ?? [], profile?.entries ?? [])
  })
  const takeFrom = ({ files: chosen }: HTMLInputElement) => {
    if (chosen !== null && chosen.length > 0) void take(chosenEntries([...chosen]))
  }
  for (const field of [files, folder]) field.addEventListener('change', () => takeFrom(field))
  form.querySelector('#text')?.addEventListener('input', () => form.classList.add('chosen-some'))
  // Files may be chosen before this script has come, and when the user comes back to the page, the browser restores the
  // file fields, but not the table.
  const takeChosen = () => {
    const field = [folder, files].find(({ files }) => (files?.length ?? 0) > 0)
    if (field && !form.classList.contains('chosen-some')) takeFrom(field)
  }
  takeChosen()
  addEventListener('pageshow', takeChosen)
  document.addEventListener(DROPPED_EARLY, (event) => {
    void take(droppedEntries((event as CustomEvent<DroppedItem[]>).detail))
  })
  for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'] as const) {
    document.addEventListener(type, (event) => {
      if (!event.dataTransfer?.types.includes('Files') || isForAnother(event)) return
      event.preventDefault() // otherwise the browser opens the file
      place.classList.toggle('over', type === 'dragenter' || type === 'dragover')
      if (type !== 'drop') return
      folder.value = ''
      void take(droppedEntries(droppedItems(event.dataTransfer)))
    })
  }
}

/** Returns whether files are dragged over the form that reads a crash log. */
const isForAnother = ({ target }: Event) => target instanceof Element && target.closest('.read-log') !== null

/** Returns the path of the profile's folder, or of the first chosen folder if there is no profile. */
const pathOf = ({ folders }: Chosen, profile: Folder | undefined) => (profile ?? folders[0])?.path ?? []

/** Returns the single files together with the entries of the profile, or of all folders if none is a profile. */
function entriesOf({ folders, files }: Chosen, profile: Folder | undefined): ProfileEntry[] {
  if (profile === undefined) return [...folders.flatMap(({ entries }) => entries), ...files]
  const others = folders.filter(({ path }) => path[0] !== profile.path[0])
  return [...profile.entries, ...others.map(({ path }) => ofFolder(path.at(-1) ?? '')), ...files]
}

/** Returns the limits of an upload that the server has written into the form. */
export const limitsOf = ({ dataset }: HTMLFormElement): UploadLimits => JSON.parse(dataset.limits ?? '{}')

/**
 * Folds the place to drop files into a line: "Wildlander 568 mods · 349 plugins". `path` is empty for single files.
 */
function foldToLine(form: HTMLFormElement, path: readonly string[], files: readonly ProfileFile[]): void {
  const place = form.querySelector<HTMLDetailsElement>('details.drop')
  const summary = place?.querySelector('summary')
  if (!place || !summary) return
  const hadFocus = place.contains(document.activeElement)
  const name = path.length === 0 ? counted(files.length, 'file') : guessName(path)
  summary.replaceChildren(
    element('strong', {}, element('bdi', {}, name)),
    ' ',
    element('span', { className: 'hint' }, notReadWordsOf(form, files) ?? contentOf(files)),
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

/** Folder names that every installation of a mod manager has. */
const COMMON = /^(default|profiles?)$/i

/** Guesses a list's name from its folder's path: the last folder name that is not a common one. */
export const guessName = (path: readonly string[]): string => path.findLast((name) => !COMMON.test(name)) ?? 'My list'

interface NamedFile {
  name: string
  content: Uint8Array
}

/** Says what a log has: "crash.log: 412 plugins, crashed at skee64.dll+1DAE5." Undefined if the file is no log. */
export function logWordsOf({ name, content }: NamedFile): string | undefined {
  const order = readLoadOrder([{ name, text: textIn(content) }])
  return order.log === null ? undefined : `${name}: ${logSummary(order)}.`
}

/** Says how a list of names was read. Undefined for another file. */
export const listWordsOf = ({ name, content }: NamedFile): string | undefined =>
  listWords(name, readLoadOrder([{ name, text: textIn(content) }]).mods)

/** Says that nothing is read from files, and which files the chosen game has. Undefined if something is read. */
export function notReadWordsOf(form: HTMLFormElement, files: readonly NamedFile[]): string | undefined {
  const order = readLoadOrder(files.map(({ name, content }) => ({ name, text: textIn(content) })))
  if (files.length === 0 || !isUnread(order)) return undefined
  const game = form.querySelector<HTMLSelectElement>('#game')?.selectedOptions[0]?.text
  return notReadWords(
    files.map(({ name }) => name),
    ({ name }) => name === game,
  )
}

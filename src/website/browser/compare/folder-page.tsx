import { render } from 'preact'
import type { FileContent } from '../../../load-order/merging/changed-files.ts'
import { mergeLists } from '../../../load-order/merging/merge.ts'
import type { TickedRows } from '../../../load-order/rendering/comparison/ticked-rows.ts'
import { Actions } from '../../components/actions.tsx'
import { Name } from '../../components/shown-list.tsx'
import { TakenChanges } from '../../take-over/taken.tsx'
import {
  FolderComparison,
  type FolderState,
  folderComparison,
  type Shown,
  type Sides,
  START,
  tickedAfter,
} from './folder-comparison.tsx'

/** Shows the comparison instead of the form. Each step is in the browser's history. Nothing is sent. */
export function showComparison(place: HTMLElement, sides: Sides, start = START): void {
  const find = folderComparison(sides)
  const form = [...document.querySelectorAll<HTMLElement>('main > :not(#folder-changes)')].filter(
    (part) => !part.hidden,
  )
  let shown = find(start)
  let states: Partial<FolderState>[] = []

  const draw = (state: FolderState) => {
    shown = find(state)
    states = []
    const to = (change: Partial<FolderState>) => `#${states.push(change) - 1}`
    const Shown = state.isTaking ? FolderTakeOver : FolderComparison
    render(<Shown shown={shown} to={to} />, place)
    const boxes = [...place.querySelectorAll<HTMLInputElement>('tbody tr[data-kinds] input')]
    const all = place.querySelector<HTMLInputElement>('input.all')
    const ticked = boxes.filter(({ checked }) => checked).length
    if (all === null) return
    all.checked = ticked > 0 && ticked === boxes.length
    all.indeterminate = ticked > 0 && ticked < boxes.length
  }
  const replace = (query: Partial<FolderState['query']>) => {
    const state = { ...shown.state, query: { ...shown.state.query, ...query } }
    history.replaceState({ folder: state }, '')
    draw(state)
  }
  const go = (change: Partial<FolderState>) => {
    const state = { ...shown.state, ...change }
    history.pushState({ folder: state }, '')
    const isOther = state.isTaking !== shown.state.isTaking
    draw(state)
    if (isOther) focusTitle()
  }
  const focusTitle = () => place.querySelector<HTMLElement>('h1')?.focus()
  const hideForm = (isHidden: boolean) => {
    for (const part of form) part.hidden = isHidden
    place.hidden = !isHidden
  }

  place.onclick = (event) => {
    const control = event.target instanceof Element ? event.target.closest('a, button[value]') : null
    const address = control?.getAttribute('href') ?? control?.getAttribute('value')
    const change = /^#\d+$/.test(address ?? '') ? states[Number(address?.slice(1))] : undefined
    if (change === undefined) return
    event.preventDefault()
    go(change)
  }
  place.oninput = ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    if (target.name === 'q') replace({ text: target.value.trim() })
    if (target.name === 'off') replace({ hidesOff: target.checked })
    if (target.name !== 'take') return
    const rows = [...place.querySelectorAll<HTMLInputElement>('tbody tr[data-kinds] input')]
    const value = target.classList.contains('all') ? rows.map((box) => box.value).join('') : target.value
    replace({ take: tickedAfter(shown, { value, checked: target.checked }) })
  }
  place.onsubmit = (event) => event.preventDefault()
  window.onpopstate = ({ state }: PopStateEvent) => {
    const folder = state?.folder as FolderState | undefined
    hideForm(folder !== undefined)
    if (folder !== undefined) draw(folder)
    focusTitle()
  }

  hideForm(true)
  history.pushState({ folder: start }, '')
  draw(start)
  focusTitle()
}

interface FolderTakeOverData {
  shown: Shown
  to: (change: Partial<FolderState>) => string
}

/** The page of ticked changes that are taken over into the folder: their names, and the changed files to download. */
function FolderTakeOver({ shown, to }: FolderTakeOverData) {
  const { sides, names, view, state } = shown
  const merged = mergedInto(sides, view.ticks.take)
  const files = 'errors' in merged ? [] : merged.files
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>
          Apply to <Name of={names[0]} />
        </h1>
        <Actions>
          {files.map(({ name, content }) => (
            <a key={name} class="button primary" href={addressOf(content)} download={name}>
              Download {name}
            </a>
          ))}
        </Actions>
      </div>
      {'errors' in merged ? (
        Object.values(merged.errors).map(([message]) => (
          <p key={message} class="error" role="alert">
            {message}
          </p>
        ))
      ) : (
        <TakenChanges
          ticked={view.ticked ?? NONE}
          merged={merged}
          files={files.map(({ name }) => name)}
          sides={names}
          whole={to({ ...state, isTaking: false })}
        />
      )}
    </>
  )
}

const NONE: TickedRows = { rows: [], others: { kinds: {}, plugins: 0, count: 0 } }

/** Takes changes over into the files of the first side. Those of a list are in UTF-8, as they are only read. */
function mergedInto([first, second]: Sides, take: Shown['view']['ticks']['take']) {
  const other = second.files.map(({ name, text }) => ({ name, content: new TextEncoder().encode(text) }))
  const domain = first.domain ?? second.domain
  return mergeLists({ files: first.stored ?? [], domain }, { files: other, domain: second.domain }, take, true)
}

const addressOf = (content: FileContent['content']): string =>
  URL.createObjectURL(new Blob([content as Uint8Array<ArrayBuffer>], { type: 'text/plain' }))

import type { FileContent } from '../../../load-order/merging/changed-files.ts'
import { mergeLists } from '../../../load-order/merging/merge.ts'
import type { TickedRows } from '../../../load-order/rendering/comparison/ticked-rows.ts'
import { Actions } from '../../parts/actions.tsx'
import { Name } from '../../parts/shown-list.tsx'
import { TakenChanges } from '../../take-over/taken.tsx'
import type { FolderState, Shown, Sides } from './folder-state.ts'

interface FolderTakeOverData {
  shown: Shown
  to: (change: Partial<FolderState>) => string
}

/** The page of ticked changes that are taken over into the folder: their names, and the changed files to download. */
export function FolderTakeOver({ shown, to }: FolderTakeOverData) {
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

/** Returns an address of a file that exists only in the browser. */
const addressOf = (content: FileContent['content']): string =>
  URL.createObjectURL(new Blob([content as Uint8Array<ArrayBuffer>], { type: 'text/plain' }))

import { render } from 'preact'
import type { Versions } from '../../../compare/schemas.ts'
import { checkProfile } from '../../../compare/versions/nearest.ts'
import { takeableParts } from '../../../load-order/merging/changed-files.ts'
import { readTicks, tickableOf } from '../../../load-order/merging/ticks.ts'
import { shortChanges } from '../../../load-order/rendering/chat.ts'
import { isChanges } from '../../../load-order/rendering/sentence.ts'
import type { LoadOrderChanges } from '../../../load-order/schemas.ts'
import { harmless } from '../../../text/harmless.ts'
import { PartChanges } from '../../compare/change-table.tsx'
import { Actions } from '../../components/actions.tsx'
import { limitsOf } from '../upload/chosen-files.ts'
import { droppedItems } from '../upload/dropped-items.ts'
import { type Chosen, chosenEntries, droppedEntries } from '../upload/entries.ts'
import { attempt, loadList, Problem, readChosen } from './folder.tsx'
import { type FolderState, START } from './folder-comparison.tsx'
import { showComparison } from './folder-page.tsx'

/** Says which version of a list a chosen or dropped folder, files or log is. Nothing is sent. */
export function checkMine(form: HTMLFormElement): void {
  const [answer, place] = ['#checked', '#folder-changes'].map((id) => document.querySelector<HTMLElement>(id))
  if (!answer || !place) return
  const check = (chosen: Chosen | Promise<Chosen>) =>
    attempt(answer, 'The versions could not be loaded. Try again.', async () =>
      render(await answerTo(form, await chosen, place), answer),
    )
  form.addEventListener('change', () => {
    const field = [...form.querySelectorAll('input')].find(({ files }) => files?.length)
    if (!field?.files) return
    void check(chosenEntries([...field.files]))
    field.value = '' // the same folder can be chosen again after a change
  })
  form.dispatchEvent(new Event('change')) // files may be chosen before this script has come
  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    if (event.dataTransfer !== null) void check(droppedEntries(droppedItems(event.dataTransfer)))
  })
}

/** The answer in a line, what is the reader's own, and what the newest version changes. */
async function answerTo(form: HTMLFormElement, chosen: Chosen, place: HTMLElement) {
  const mine = await readChosen(chosen, limitsOf(form))
  const response = await fetch(form.action)
  if (!response.ok) throw new Error(response.statusText)
  const { data: versions }: { data: Versions } = await response.json()
  const api = new URL('../..', form.action)
  const checked = await checkProfile(versions, mine, (revision) => loadList(api, `${form.dataset.slug}@${revision}`))
  if (typeof checked === 'string') throw new Problem(checked)
  const { yours, newer } = checked
  const sentence = harmless(checked.sentence)
  const [had = '', newest = ''] = checked.names.map(harmless)
  const latest = { ...checked.latest, name: newest }
  const canTake = takeableParts(mine.stored ?? [])
  const short = shortChanges(yours, [had, 'yours'], { title: `${had} → yours`, link: location.href })
  return (
    <>
      <p class="sentence" role="status">
        {sentence}
      </p>
      <Actions>
        <button type="button" class="copy" data-text={`${sentence}\n${short}`}>
          Copy for the helper
        </button>
        {newer && (canTake.mods || canTake.plugins) && (
          <button type="button" class="primary" onClick={() => showComparison(place, [mine, latest], applying(newer))}>
            Apply {newest}
          </button>
        )}
      </Actions>
      <Rows changes={yours} sides={[had, 'yours']} />
      {newer && <Rows changes={newer} sides={[had, newest]} />}
    </>
  )
}

const Rows = ({ changes, sides }: { changes: LoadOrderChanges; sides: readonly [string, string] }) => (
  <>
    <h2>{sides.join(' → ')}</h2>
    <PartChanges part="mods" changes={changes.mods} sides={sides} />
    <PartChanges part="plugins" changes={changes.plugins} sides={sides} />
  </>
)

/** Returns the state of a comparison with the newest version that applies the author's changes. What is one's own stays. */
function applying({ mods, plugins }: LoadOrderChanges): FolderState {
  const { ids } = readTicks('m*.p*', tickableOf(isChanges(mods) ? mods : null, isChanges(plugins) ? plugins : null))
  return { ...START, query: { ...START.query, take: [...ids].join('') }, isTaking: true }
}

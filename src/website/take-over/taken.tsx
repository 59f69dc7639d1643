import type { ComponentChildren } from 'preact'
import { leftOutSentence } from '../../load-order/merging/left-out.ts'
import type { Merged } from '../../load-order/merging/merge.ts'
import { ROW_KINDS } from '../../load-order/rendering/comparison/rows.ts'
import type { TickedRow, TickedRows } from '../../load-order/rendering/comparison/ticked-rows.ts'
import { counted, plural } from '../../text/amounts.ts'
import { badgesOf, kindWords } from '../compare/change-table.tsx'
import { EntryTable } from '../components/entry-table.tsx'
import { NameList } from '../components/name-list.tsx'
import { Name } from '../components/shown-list.tsx'
import { whereToPutSteps } from '../components/where-to-put.tsx'

type Sides = readonly [first: string, second: string]

interface TakenChangesData {
  ticked: TickedRows
  merged: Pick<Merged, 'toInstall' | 'leftOut'>
  /** Names of the changed files. */
  files: readonly string[]
  sides: Sides
  /** Address of the whole comparison. */
  whole: string
  /** What follows the question whether it still crashes. */
  children?: ComponentChildren
}

/** Maximum number of names that a part of the page lists. */
const MAX_SHOWN = 1_000

/** Ticked changes: what each does in the profile, what to install first, what else differs, and the three steps. */
export function TakenChanges({ ticked, merged, files, sides, whole, children }: TakenChangesData) {
  const { toInstall, leftOut } = merged
  const { rows, others } = ticked
  return (
    <>
      <section>
        <h2>What it changes</h2>
        <EntryTable
          columns={[
            { name: 'Difference', class: 'k' },
            { name: rows.some(({ part }) => part === 'plugins') ? 'Mod or plugin' : 'Mod' },
            { name: 'In your profile', class: 'wide' },
          ]}
          tick={{ all: '', name: 'all of these changes' }}
        >
          {rows.map((row) => (
            <tr key={row.ids} data-kinds={row.kinds.join(' ')}>
              <td class="t">
                <input type="checkbox" name="take" value={row.ids} checked aria-label={row.name} />
              </td>
              <td class="k">{badgesOf(row, true)}</td>
              <td>
                <Name of={row.name} />
                <small class="slim">{effectOf(row)}</small>
              </td>
              <td class="quiet wide">{effectOf(row)}</td>
            </tr>
          ))}
        </EntryTable>
      </section>
      {leftOut.length > 0 && (
        <ul class="notes">
          {leftOut.slice(0, MAX_SHOWN).map((plugin) => (
            <li key={plugin.name}>
              <Name of={plugin.name} /> {leftOutSentence(plugin)}
            </li>
          ))}
        </ul>
      )}
      <p class="meta">
        {others.count > 0 && (
          <span>
            {counted(others.count, 'other difference')} {others.count === 1 ? 'is' : 'are'} not part of this:{' '}
            {othersText(others, ['yours', sides[1]])}.
          </span>
        )}
        <a class="carries" href={whole}>
          Show the whole comparison
        </a>
      </p>
      {toInstall.length > 0 && (
        <>
          <h2>Install first ({toInstall.length})</h2>
          <p>Install these mods before you copy the files. Otherwise Mod Organizer removes them from the list.</p>
          <NameList entries={toInstall} />
        </>
      )}
      {files.length > 0 && (
        <section>
          <h2>How</h2>
          <ol>
            {whereToPutSteps(files.join(', '), files.length > 1).map((step) => (
              <li key={step}>{step}</li>
            ))}
            <li>Start Mod Organizer and the game. Does it crash? {children}</li>
          </ol>
        </section>
      )}
    </>
  )
}

/** Says in words what a change does in the profile. */
function effectOf({ kinds, enabled, after, plugins }: TickedRow): string {
  const words = kinds.flatMap((kind) => {
    if (kind === 'removed') return enabled === false ? 'is off already' : 'switch off'
    if (kind === 'disabled') return 'switch off'
    if (kind === 'enabled') return 'switch on'
    if (kind === 'added') return enabled === false ? 'add, off' : 'add, on'
    if (kind !== 'moved' || after === null) return []
    return after.to === null ? 'move to the first place' : `move after ${after.to}`
  })
  const its = plugins.length === 0 ? '' : `; its ${plural('plugin', plugins.length)} ${plugins.join(', ')} too`
  return words.join(', ') + its
}

function othersText({ kinds, plugins }: TickedRows['others'], sides: Sides): string {
  const words = kindWords(sides)
  const parts = ROW_KINDS.flatMap((kind) => (kinds[kind] === undefined ? [] : `${kinds[kind]} ${words[kind]}`))
  return [...parts, ...(plugins > 0 ? [counted(plugins, 'plugin')] : [])].join(', ')
}

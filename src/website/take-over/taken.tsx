import type { ComponentChildren } from 'preact'
import { leftOutSentence } from '../../load-order/merging/left-out.ts'
import type { Merged } from '../../load-order/merging/merge.ts'
import { CHANGE_KINDS, type ChangeKind, type Take } from '../../load-order/merging/take.ts'
import { counted } from '../../text/amounts.ts'
import { NameList } from '../parts/name-list.tsx'
import { Name } from '../parts/shown-list.tsx'

/** The result of taking changes over. */
interface TakenChangesData {
  merged: Pick<Merged, 'taken' | 'toInstall' | 'leftOut'>
  /** Names of the changed files. */
  files: readonly string[]
  take: Take
  sides: readonly [first: string, second: string]
  /** What follows the sentence about the changes. */
  children?: ComponentChildren
}

/** Maximum number of names that a part of the page lists. */
const MAX_SHOWN = 1_000

/** Returns how many changes were taken over. */
export const takenCount = ({ taken }: Pick<Merged, 'taken'>): number =>
  [taken.mods, taken.plugins].flatMap((part) => Object.values(part)).reduce((sum, one) => sum + one, 0)

/** What taking changes over does: which files change, what to install first, and the changes by name. */
export function TakenChanges({ merged, files, take, sides, children }: TakenChangesData) {
  const { toInstall, leftOut } = merged
  return (
    <>
      <p class="sentence">
        {counted(takenCount(merged), 'change')} from <Name of={sides[1]} />.{' '}
        {files.length === 0 ? 'They change none of your files.' : `They change ${files.join(', ')}.`}
      </p>
      {children}
      {leftOut.length > 0 && (
        <ul class="notes">
          {leftOut.slice(0, MAX_SHOWN).map((plugin) => (
            <li key={plugin.name}>
              <Name of={plugin.name} /> {leftOutSentence(plugin)}
            </li>
          ))}
        </ul>
      )}
      {toInstall.length > 0 && (
        <>
          <h2>Install first ({toInstall.length})</h2>
          <p>Install these mods before you copy the files. Otherwise Mod Organizer removes them from the list.</p>
          <NameList entries={toInstall} />
        </>
      )}
      <Chosen take={take} sides={sides} />
    </>
  )
}

/** The chosen changes by kind and name. */
function Chosen({ take, sides: [first, second] }: Pick<TakenChangesData, 'take' | 'sides'>) {
  const words: Record<ChangeKind, string> = {
    added: `only in ${second}`,
    removed: `only in ${first}, switched off by this`,
    enabled: 'switched on',
    disabled: 'switched off',
    moved: 'moved',
  }
  const parts = { Mods: take.mods, Plugins: take.plugins }
  return (
    <>
      {Object.entries(parts).flatMap(([title, kinds]) =>
        CHANGE_KINDS.map((kind) => {
          const names = kinds?.[kind]
          if (!Array.isArray(names) || names.length === 0) return null
          return (
            <div class="under" key={title + kind}>
              <h2>
                {title} {words[kind]} ({names.length})
              </h2>
              <NameList entries={names.map((name) => ({ name }))} />
            </div>
          )
        }),
      )}
    </>
  )
}

import type { ComponentChildren } from 'preact'
import type { ModExcerpt as Mods, PluginExcerpt as Plugins } from '../../load-order/rendering/excerpt.ts'
import { isChanges } from '../../load-order/rendering/sentence.ts'
import type { OnlyIn } from '../../load-order/schemas.ts'
import { Entries, Part } from './entries.tsx'

interface OrderData<Changes> {
  /** Null if neither list has the part. */
  changes: Changes | OnlyIn | null
  /** The names of the two lists. */
  names: readonly [first: string, second: string]
}

/** Returns whether a part has any change to show. */
export function isShown(changes: Mods | Plugins | OnlyIn | null): boolean {
  if (!isChanges(changes)) return changes !== null
  const totals = Object.values(changes.totals).map(({ count }) => count)
  return [...Object.values(changes.counts), ...totals].some((count) => count > 0)
}

/** Shows the changes of the mods by separator. */
export function ModChanges({ changes, names }: OrderData<Mods>) {
  if (changes === null || !isShown(changes)) return null
  if ('only_in' in changes) return <Lacking title="Mods" changes={changes} names={names} />
  const { counts, totals, updated, regrouped, separators, unmanaged } = changes
  const others = [
    ['Separators added', '+', separators.added, totals.separatorsAdded],
    ['Separators removed', '−', separators.removed, totals.separatorsRemoved],
    ['Unmanaged added', '+', unmanaged.added, totals.unmanagedAdded],
    ['Unmanaged removed', '−', unmanaged.removed, totals.unmanagedRemoved],
  ] as const
  return (
    <Part title="Mods">
      <OrderChanges changes={changes} part="mods">
        <Entries title="Updated" entries={updated} count={counts.updated} row={Update} />
      </OrderChanges>
      <Entries title="Regrouped" entries={regrouped} count={counts.regrouped} row={Regrouping} />
      {others.map(([title, sign, entries, total]) => (
        <Entries key={title} title={title} sign={sign} entries={entries} {...total} row={nameOf} />
      ))}
    </Part>
  )
}

/** Shows the changes of the plugins. */
export function PluginChanges({ changes, names }: OrderData<Plugins>) {
  if (changes === null || !isShown(changes)) return null
  if ('only_in' in changes) return <Lacking title="Plugins" changes={changes} names={names} />
  return (
    <Part title="Plugins">
      <OrderChanges changes={changes} part="plugins" />
    </Part>
  )
}

/** A mod or a plugin. */
interface Entry {
  name: string
  enabled?: boolean | null
  separator?: string | null
}

interface OrderChangesData {
  changes: Mods | Plugins
  part: 'mods' | 'plugins'
  /** Changes that are shown after the removed entries. */
  children?: ComponentChildren
}

/** Shows the changes that mods and plugins have in common. Only mods have separators. */
function OrderChanges({ changes, part, children }: OrderChangesData) {
  const { counts, totals, added, removed, enabled, disabled, moved, possible_renames } = changes
  const dataOf = (change: 'added' | 'removed' | 'enabled' | 'disabled') => ({
    count: counts[change],
    separatorOf: part === 'mods' ? separatorOf : undefined,
  })
  return (
    <>
      <Entries<Entry> title="Added" sign="+" entries={added} {...dataOf('added')} row={Stated} />
      <Entries<Entry> title="Removed" sign="−" entries={removed} {...dataOf('removed')} row={Stated} />
      {children}
      <Entries<Entry> title="Switched on" entries={enabled} {...dataOf('enabled')} row={nameOf} />
      <Entries<Entry> title="Switched off" entries={disabled} {...dataOf('disabled')} row={nameOf} />
      <Entries title="Moved" entries={moved} count={counts.moved} row={Move} />
      <Entries title="Possibly renamed" entries={possible_renames} {...totals.renamed} row={Rename} />
    </>
  )
}

const separatorOf = ({ separator = null }: Entry) => separator

/** Says which list has the part, instead of listing every entry as added or removed. */
const Lacking = ({ title, changes, names }: { title: string; changes: OnlyIn; names: OrderData<object>['names'] }) => (
  <Part title={title}>
    <p>
      Only {names[changes.only_in === 1 ? 0 : 1]} has {title.toLowerCase()}.
    </p>
  </Part>
)

const nameOf = ({ name }: { name: string }) => name

const Move = ({ name, to: { after } }: { name: string; to: { after: string | null } }) => (
  <>
    {name} <span class="where">{after === null ? 'now first' : `now after ${after}`}</span>
  </>
)

const Regrouping = ({ name, from, to }: Mods['regrouped'][number]) => (
  <>
    {name}{' '}
    <span class="where">
      under {from ?? 'no separator'}, now under {to ?? 'no separator'}
    </span>
  </>
)

const Rename = ({ from, to }: Mods['possible_renames'][number]) => (
  <>
    {from} <span class="where">now {to}</span>
  </>
)

const Update = ({ name, from, to }: Mods['updated'][number]) => (
  <>
    {name}:{' '}
    <span class="where">
      {from} to {to}
    </span>
  </>
)

const Stated = ({ name, enabled }: Entry) => (
  <>
    {name}
    {enabled === false && <i> off</i>}
  </>
)

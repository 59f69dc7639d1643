import type { ModExcerpt as Mods, PluginExcerpt as Plugins } from '../../load-order/rendering/excerpt.ts'
import { isChanges } from '../../load-order/rendering/sentence.ts'
import type { OnlyIn } from '../../load-order/schemas.ts'
import { type ChosenKind, Entries, EntriesBySeparator, Part } from './entries.tsx'

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
  const { counts, totals, added, removed, updated, enabled, disabled, separators, unmanaged } = changes
  return (
    <Part title="Mods">
      <EntriesBySeparator title="Added" kind="mods.added" sign="+" entries={added} count={counts.added}>
        {Stated}
      </EntriesBySeparator>
      <EntriesBySeparator title="Removed" kind="mods.removed" sign="−" entries={removed} count={counts.removed}>
        {Stated}
      </EntriesBySeparator>
      <Entries title="Updated" entries={updated} count={counts.updated}>
        {Update}
      </Entries>
      <EntriesBySeparator title="Enabled" kind="mods.enabled" entries={enabled} count={counts.enabled}>
        {nameOf}
      </EntriesBySeparator>
      <EntriesBySeparator title="Disabled" kind="mods.disabled" entries={disabled} count={counts.disabled}>
        {nameOf}
      </EntriesBySeparator>
      <Moved changes={changes} kind="mods.moved" />
      <Entries title="Separators added" sign="+" entries={separators.added} {...totals.separatorsAdded}>
        {nameOf}
      </Entries>
      <Entries title="Separators removed" sign="−" entries={separators.removed} {...totals.separatorsRemoved}>
        {nameOf}
      </Entries>
      <Entries title="Unmanaged added" sign="+" entries={unmanaged.added} {...totals.unmanagedAdded}>
        {nameOf}
      </Entries>
      <Entries title="Unmanaged removed" sign="−" entries={unmanaged.removed} {...totals.unmanagedRemoved}>
        {nameOf}
      </Entries>
    </Part>
  )
}

/** Shows the changes of the plugins. */
export function PluginChanges({ changes, names }: OrderData<Plugins>) {
  if (changes === null || !isShown(changes)) return null
  if ('only_in' in changes) return <Lacking title="Plugins" changes={changes} names={names} />
  const { counts, added, removed, enabled, disabled } = changes
  return (
    <Part title="Plugins">
      <Entries title="Added" kind="plugins.added" sign="+" entries={added} count={counts.added}>
        {Stated}
      </Entries>
      <Entries title="Removed" kind="plugins.removed" sign="−" entries={removed} count={counts.removed}>
        {Stated}
      </Entries>
      <Entries title="Enabled" kind="plugins.enabled" entries={enabled} count={counts.enabled}>
        {nameOf}
      </Entries>
      <Entries title="Disabled" kind="plugins.disabled" entries={disabled} count={counts.disabled}>
        {nameOf}
      </Entries>
      <Moved changes={changes} kind="plugins.moved" />
    </Part>
  )
}

interface MovedData {
  changes: Mods | Plugins
  kind: ChosenKind
}

const Moved = ({ changes: { counts, totals, moved, possible_renames }, kind }: MovedData) => (
  <>
    <Entries title="Moved" kind={kind} entries={moved} count={counts.moved}>
      {({ name, to }: { name: string; to: { after: string | null } }) => (
        <>
          {name} <span class="where">{to.after === null ? 'now first' : `now after ${to.after}`}</span>
        </>
      )}
    </Entries>
    <Entries title="Possibly renamed" entries={possible_renames} {...totals.renamed}>
      {({ from, to }) => (
        <>
          {from} <span class="where">now {to}</span>
        </>
      )}
    </Entries>
  </>
)

/** Says which list has the part, instead of listing every entry as added or removed. */
const Lacking = ({ title, changes, names }: { title: string; changes: OnlyIn; names: OrderData<object>['names'] }) => (
  <Part title={title}>
    <p>
      Only {names[changes.only_in === 1 ? 0 : 1]} has {title.toLowerCase()}.
    </p>
  </Part>
)

const nameOf = ({ name }: { name: string }) => name

const Update = ({ name, from, to }: Mods['updated'][number]) => (
  <>
    {name}:{' '}
    <span class="where">
      {from} to {to}
    </span>
  </>
)

const Stated = ({ name, enabled }: { name: string; enabled: boolean | null }) => (
  <>
    {name}
    {enabled === false && <i> off</i>}
  </>
)

import { type ComponentChildren, createContext, h } from 'preact'
import { useContext } from 'preact/hooks'
import type { ChangeKind } from '../../load-order/merging/take.ts'

/** Whether the changes are below another heading, such as that of a revision in a history. */
export const Nested = createContext(false)

/** Which parts have checkboxes to choose changes to take over. */
export const Choosing = createContext({ mods: false, plugins: false })

/** A kind of change that can be chosen, such as `mods.added`. It is also the name of the checkboxes. */
export type ChosenKind = `${'mods' | 'plugins'}.${ChangeKind}`

/** Returns the kind if the page has checkboxes for it. */
function useBoxes(kind: ChosenKind | undefined): ChosenKind | undefined {
  const choosing = useContext(Choosing)
  return kind !== undefined && choosing[kind.startsWith('mods') ? 'mods' : 'plugins'] ? kind : undefined
}

/** A heading of rank `rank`, or one rank lower if nested. */
const Heading = ({ rank, children }: { rank: number; children: ComponentChildren }) =>
  h(`h${useContext(Nested) ? rank + 1 : rank}`, null, children)

/** A part of the changes under its heading. If not nested, the part is a landmark with an id. */
export function Part({ title, children }: { title: string; children: ComponentChildren }) {
  const id = title.toLowerCase()
  if (useContext(Nested)) {
    return (
      <div class="changes">
        <Heading rank={2}>{title}</Heading>
        {children}
      </div>
    )
  }
  return (
    <section id={id} class="changes" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  )
}

/** The sign before each added or removed entry. */
type Sign = '+' | '−'

interface EntriesData<Entry> {
  title: string
  sign?: Sign | undefined
  /** The kind of change, if its entries can be taken over. */
  kind?: ChosenKind
  entries: readonly Entry[]
  /** Total number of entries, if `entries` holds only the first ones. */
  count?: number
  /** Whether the total may be larger than `count`. */
  isCut?: boolean
  children: (entry: Entry) => ComponentChildren
}

/** Shows entries under a heading with their number. Shows nothing if there are none. */
export function Entries<Entry>({ title, sign, kind, entries, isCut, children, ...data }: EntriesData<Entry>) {
  const boxes = useBoxes(kind)
  const { count = entries.length } = data
  if (count === 0) return null
  return (
    <Counted title={title} sign={sign} boxes={boxes} count={count} isCut={isCut} shown={entries.length}>
      <Rows sign={sign} boxes={boxes} entries={entries}>
        {children}
      </Rows>
    </Counted>
  )
}

/** Like Entries, grouped by separator in the order of each separator's first entry. */
export function EntriesBySeparator<Entry extends { separator: string | null }>(data: EntriesData<Entry>) {
  const { title, sign, kind, entries, count = entries.length, children } = data
  const boxes = useBoxes(kind)
  const groups = new Map<string | null, Entry[]>()
  for (const entry of entries) {
    const group = groups.get(entry.separator)
    if (group === undefined) groups.set(entry.separator, [entry])
    else group.push(entry)
  }
  if (count === 0) return null
  return (
    <Counted title={title} sign={sign} boxes={boxes} count={count} shown={entries.length}>
      {[...groups].map(([separator, entries]) => (
        <div class="under" key={separator}>
          {(groups.size > 1 || separator !== null) && <Heading rank={4}>{separator ?? 'No separator'}</Heading>}
          <Rows sign={sign} boxes={boxes} entries={entries}>
            {children}
          </Rows>
        </div>
      ))}
    </Counted>
  )
}

interface CountedData {
  title: string
  sign: Sign | undefined
  boxes: ChosenKind | undefined
  count: number
  isCut?: boolean | undefined
  shown: number
  children: ComponentChildren
}

const Counted = ({ title, sign, boxes, count, isCut = false, shown, children }: CountedData) => (
  <div class={sign === undefined ? 'entries' : sign === '+' ? 'entries added' : 'entries removed'}>
    <Heading rank={3}>
      {title} ({isCut && 'first '}
      {count})
    </Heading>
    {boxes !== undefined && (
      <label>
        <input
          type="checkbox"
          name="all[]"
          value={boxes}
          data-count={count}
          aria-label={`all ${count} ${title.toLowerCase()}`}
        />{' '}
        all {count}
      </label>
    )}
    {children}
    {shown < count && <p class="more">and {count - shown} more</p>}
  </div>
)

interface RowsData<Entry> {
  sign: Sign | undefined
  boxes: ChosenKind | undefined
  entries: readonly Entry[]
  children: (entry: Entry) => ComponentChildren
}

const Rows = <Entry,>({ sign, boxes, entries, children }: RowsData<Entry>) => {
  const row = (entry: Entry) => (
    <>
      {sign !== undefined && `${sign}\u00a0`}
      {children(entry)}
    </>
  )
  return (
    <ul class="names">
      {entries.map((entry) => (
        <li>
          {boxes === undefined ? (
            row(entry)
          ) : (
            <label>
              <input type="checkbox" name={`${boxes}[]`} value={(entry as { name?: string }).name} /> {row(entry)}
            </label>
          )}
        </li>
      ))}
    </ul>
  )
}

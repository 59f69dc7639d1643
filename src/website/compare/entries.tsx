import { type ComponentChildren, createContext, h } from 'preact'
import { useContext } from 'preact/hooks'

/** Whether the changes are below another heading, such as that of a revision in a history. */
export const Nested = createContext(false)

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

interface EntriesData<Entry> {
  title: string
  /** The sign before each entry. */
  sign?: '+' | '−'
  entries: readonly Entry[]
  /** Total number of entries, if `entries` holds only the first ones. */
  count?: number
  /** Whether the total may be larger than `count`. */
  isCut?: boolean
  /** Returns the separator of an entry, if the entries are grouped by separator. */
  separatorOf?: ((entry: Entry) => string | null) | undefined
  /** Returns the content of an entry's row. */
  row: (entry: Entry) => ComponentChildren
}

/** Shows entries under a heading with their number. Shows nothing if there are none. */
export function Entries<Entry>(data: EntriesData<Entry>) {
  const { title, sign, entries, count = entries.length, isCut = false, separatorOf, row } = data
  if (count === 0) return null
  const contentOf = (entry: Entry) => [sign !== undefined && `${sign}\u00a0`, row(entry)]
  const listOf = (entries: readonly Entry[]) => (
    <ul class="names">
      {entries.map((entry) => (
        <li>{contentOf(entry)}</li>
      ))}
    </ul>
  )
  return (
    <div class={sign === undefined ? 'entries' : sign === '+' ? 'entries added' : 'entries removed'}>
      <Heading rank={3}>
        {title} ({isCut && 'first '}
        {count})
      </Heading>
      {separatorOf === undefined ? listOf(entries) : <Groups {...{ entries, separatorOf, listOf }} />}
      {entries.length < count && <p class="more">and {count - entries.length} more</p>}
    </div>
  )
}

interface GroupsData<Entry> {
  entries: readonly Entry[]
  separatorOf: (entry: Entry) => string | null
  listOf: (entries: readonly Entry[]) => ComponentChildren
}

/** Groups entries by separator, in the order of each separator's first entry. */
function Groups<Entry>({ entries, separatorOf, listOf }: GroupsData<Entry>) {
  const groups = new Map<string | null, Entry[]>()
  for (const entry of entries) {
    const separator = separatorOf(entry)
    const group = groups.get(separator)
    if (group === undefined) groups.set(separator, [entry])
    else group.push(entry)
  }
  return (
    <>
      {[...groups].map(([separator, entries]) => (
        <div class="under" key={separator}>
          {(groups.size > 1 || separator !== null) && <Heading rank={4}>{separator ?? 'No separator'}</Heading>}
          {listOf(entries)}
        </div>
      ))}
    </>
  )
}

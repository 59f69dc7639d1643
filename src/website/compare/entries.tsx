import { type ComponentChildren, createContext, h } from 'preact'
import { useContext } from 'preact/hooks'

/** Whether changes are told under a heading that is not the page's, as those of one revision among others are. */
export const Nested = createContext(false)

/** A heading of this rank, of the next one where it is nested. */
const Heading = ({ rank, children }: { rank: number; children: ComponentChildren }) =>
  h(`h${useContext(Nested) ? rank + 1 : rank}`, null, children)

/** A part of the changes under its heading: a landmark with an address, but where it is one of several of its name. */
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

/** Stands before each entry that came or went. */
export type Sign = '+' | '−'

interface EntriesData<Entry> {
  title: string
  sign?: Sign | undefined
  entries: readonly Entry[]
  /** How many there are, if not all of them are given. */
  count?: number
  /** Whether there may be more than that. */
  isCut?: boolean
  children: (entry: Entry) => ComponentChildren
}

/** Entries under a heading with their number; nothing where there are none. */
export function Entries<Entry>({ title, sign, entries, isCut, children, ...data }: EntriesData<Entry>) {
  const { count = entries.length } = data
  if (count === 0) return null
  return (
    <Counted title={title} sign={sign} count={count} isCut={isCut} shown={entries.length}>
      <Rows sign={sign} entries={entries}>
        {children}
      </Rows>
    </Counted>
  )
}

/** The same under their separators, which come in the order of their first entries. */
export function EntriesBySeparator<Entry extends { separator: string | null }>(data: EntriesData<Entry>) {
  const { title, sign, entries, count = entries.length, children } = data
  const groups = new Map<string | null, Entry[]>()
  for (const entry of entries) {
    const group = groups.get(entry.separator)
    if (group === undefined) groups.set(entry.separator, [entry])
    else group.push(entry)
  }
  if (count === 0) return null
  return (
    <Counted title={title} sign={sign} count={count} shown={entries.length}>
      {[...groups].map(([separator, entries]) => (
        <div class="under" key={separator}>
          {(groups.size > 1 || separator !== null) && <Heading rank={4}>{separator ?? 'No separator'}</Heading>}
          <Rows sign={sign} entries={entries}>
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
  count: number
  isCut?: boolean | undefined
  shown: number
  children: ComponentChildren
}

const Counted = ({ title, sign, count, isCut = false, shown, children }: CountedData) => (
  <div class={sign === undefined ? 'entries' : sign === '+' ? 'entries added' : 'entries removed'}>
    <Heading rank={3}>
      {title} ({isCut && 'first '}
      {count})
    </Heading>
    {children}
    {shown < count && <p class="more">and {count - shown} more</p>}
  </div>
)

interface RowsData<Entry> {
  sign: Sign | undefined
  entries: readonly Entry[]
  children: (entry: Entry) => ComponentChildren
}

const Rows = <Entry,>({ sign, entries, children }: RowsData<Entry>) => (
  <ul class="names">
    {entries.map((entry) => (
      <li>
        {sign !== undefined && `${sign}\u00a0`}
        {children(entry)}
      </li>
    ))}
  </ul>
)

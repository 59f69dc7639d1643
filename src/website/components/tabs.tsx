interface TabsData {
  /** What the tabs belong to, for screen readers. */
  label: string
  tabs: readonly Tab[]
}

export interface Tab {
  name: string
  to: string
  /** Number of entries in the tab, if it is known. */
  count?: number | undefined
  isOpen: boolean
  /** Ids of the files whose lines the tab shows, without the number of a line (browser/page/line-links.ts). */
  files?: readonly string[]
}

/** Says which tabs and filters of the address do not exist. The page then shows the default. */
export const Unknown = ({ what }: { what: readonly string[] }) =>
  what.length > 0 && (
    <p class="notes" role="status">
      There is no {what.join(' and no ')} here.
    </p>
  )

/** The parts of a page, of which it contains only the open one. Each tab is a link; a part without entries has none. */
export const Tabs = ({ label, tabs }: TabsData) => (
  <nav class="tabs" aria-label={label}>
    {tabs
      .filter(({ count, isOpen }) => count !== 0 || isOpen)
      .map(({ name, to, count, isOpen, files }) => (
        <a key={name} href={to} aria-current={isOpen ? 'page' : undefined} data-files={files?.join(' ')}>
          {name} {count !== undefined && count > 0 && <small>{count}</small>}
        </a>
      ))}
  </nav>
)

import { DEFAULT_PAGE_SIZE } from '../../http/request/paging.ts'
import type { LogEntry } from '../../moderation/cases/schemas.ts'
import { REPORT_REASONS, type ReportReason } from '../../moderation/reports/schemas.ts'
import { counted } from '../../text/amounts.ts'
import { harmless, visibleName } from '../../text/harmless.ts'
import { Page, type PageHead } from '../components/document.tsx'
import { Pager } from '../components/pager.tsx'
import { Name, NameLink } from '../components/shown-list.tsx'
import type { Site } from '../components/site.ts'
import { Unknown } from '../components/tabs.tsx'
import { Time } from '../components/time.tsx'

export const LogPage = ({ site, items, total, page, unknown }: Paged<LogEntry>) => (
  <Frame
    site={site}
    title={page > 1 ? `Moderation log, page ${page}` : 'Moderation log'}
    name="Moderation log"
    path="/moderation/log"
  >
    <h1>Moderation log</h1>
    <p class="meta">
      <a href={`${site.base}/moderation`}>Open cases</a>
      <span>latest first; nobody can change an entry</span>
    </p>
    <Unknown what={unknown} />
    <Entries entries={items} site={site} />
    <Pager
      page={page}
      total={total}
      size={DEFAULT_PAGE_SIZE}
      address={(number) => `${site.base}/moderation/log?page=${number}`}
    />
  </Frame>
)

const WORDS: Record<LogEntry['action'], string> = {
  dismiss: 'Dismissed reports',
  hide: 'Hid',
  show: 'Showed again',
  delete: 'Deleted',
  block: 'Blocked a file',
  unblock: 'Unblocked a file',
  suspend: 'Suspended',
  'end suspension': 'Ended the suspension',
  'make moderator': 'Made a moderator',
  'end moderator': 'Ended a moderator',
}

/** Entries of the log. On the log's page, where `site` is set, each links to its case. */
export const Entries = ({ entries, site }: { entries: readonly LogEntry[]; site?: Site }) => {
  const Heading = site === undefined ? 'h3' : 'h2' // without a site, they are a section of a case's page
  return (
    <ul class="cards">
      {entries.map((entry) => (
        <li key={entry.id} class="card">
          <Heading>
            {WORDS[entry.action]}
            {entry.slug !== null && site !== undefined && (
              <>
                {': '}
                <NameLink to={casePath(site, entry.slug)} name={visibleName(entry.name ?? entry.slug)} />
              </>
            )}
          </Heading>
          <p class="description">{harmless(entry.reason)}</p>
          <p class="meta">
            <span>by {entry.moderator === null ? 'the operator' : <Name of={visibleName(entry.moderator)} />}</span>
            {entry.user !== null && (
              <span>
                user <Name of={visibleName(entry.user)} />
              </span>
            )}
            {entry.reports > 0 && <span>{counted(entry.reports, 'report')} closed</span>}
            {entry.blocked_files > 0 && <span>{counted(entry.blocked_files, 'file')} blocked</span>}
            {entry.suspended && <span>author suspended</span>}
            <Time at={entry.created} />
          </p>
        </li>
      ))}
    </ul>
  )
}

export const casePath = ({ base }: Site, slug: string): string => `${base}/moderation/lists/${slug}`

/** The frame of a page for moderators. */
export const Frame = ({ children, ...head }: Omit<PageHead, 'description' | 'isUnlisted'>) => (
  <Page {...head} description="For moderators." isUnlisted>
    {children}
  </Page>
)

export interface Paged<Item> {
  site: Site
  items: readonly Item[]
  total: number
  page: number
  /** What the address asks for and does not exist. */
  unknown: readonly string[]
}

export const reasonWords = (reason: string) => REPORT_REASONS[reason as ReportReason] ?? reason
